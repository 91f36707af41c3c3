import type { ServerResponse } from 'node:http'

/** A client that has not read this many bytes is disconnected:
 * it fetches everything when it connects again. */
const maxUnread = 256 * 1024

/** Server-sent events (WHATWG HTML, section 9.2), written to the
 * response itself: a pipe doubles a stream's memory (record 0031). */
export class EventStream {
  #response: ServerResponse | null = null
  #isEnded = false

  begin(response: ServerResponse) {
    this.#response = response
    if (this.#isEnded) response.end()
  }

  send(event: object) {
    this.#write(`data: ${JSON.stringify(event)}\n\n`)
  }

  /** A comment, so that proxies and clients see that the connection works. */
  beat() {
    this.#write(':\n\n')
  }

  end() {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#response?.end()
  }

  #write(text: string) {
    const response = this.#response
    if (!response || this.#isEnded || response.destroyed) return
    if (response.writableLength > maxUnread) response.destroy()
    else response.write(text)
  }
}
