/** The messages that one call returns. */
export const conversationPage = 100

/** The bytes of their texts in UTF-8: a page of the longest messages would keep
 * the server's one thread from answering others. */
export const conversationPageBytes = 64 * 1_024

const encoder = new TextEncoder()

/** Of messages in their order the newest ones that one call returns: at least one. */
export function newestPageOf<M extends { message: string }>(messages: M[]): M[] {
  let first = messages.length
  for (let bytes = 0; first > 0 && messages.length - first < conversationPage; first--) {
    bytes += encoder.encode(messages[first - 1]?.message).length
    if (bytes > conversationPageBytes && first < messages.length) break
  }
  return messages.slice(first)
}
