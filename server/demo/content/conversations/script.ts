/** Messages begin with `c:` (customer) or `s:` (staff); `[E-12]` attaches a picture of that alarm, `[rapor]` a report. */
export type Script = { title: string; messages: string[] }

export type Scripts = { turkish: Script[]; english: Script[] }
