// Without the first limit the young generation grows to 48 MB at the start and
// stays so. V8 derives from the second one how much garbage it lets accumulate:
// with 2 GB or more, up to three times what is in use (record 0031).
/** MB: per semi-space, of which V8 has three; and of the old generation. */
export const memoryFlags = ['--max-semi-space-size=4', '--max-old-space-size=1024']

// By default glibc raises the threshold to the largest block
// freed, and keeps the 19 MB of each password hash (record 0019).
/** Bytes from which the memory of a freed block returns to the system at once. */
export const memoryEnv = { MALLOC_MMAP_THRESHOLD_: '1048576' }
