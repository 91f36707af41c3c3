import type { ServerResponse } from 'node:http'

/** A client that has not read this many bytes is disconnected:
 * it fetches everything when it connects again. */
const maxUnread = 256 * 1024

/** Server-sent events (WHATWG HTML, section 9.2), written to the
 * response itself: a pipe doubles a stream's memory (record 0031). */
export class EventStream {
  #response: ServerResponse | null = null
  #begunAt = 0
  #isEnded = false

  begin(response: ServerResponse) {
    this.#response = response
    this.#begunAt = performance.now()
    if (this.#isEnded) response.end()
  }

  /** With `isCurrent` the client then has all events so far. */
  send(event: object, isCurrent: boolean) {
    this.#write(`${isCurrent ? this.#id() : ''}data: ${JSON.stringify(event)}\n\n`)
  }

  /** Lets proxies and clients see that the connection works. */
  beat(isCurrent: boolean) {
    this.#write(isCurrent ? `${this.#id()}\n` : ':\n\n')
  }

  /** The ms since the stream began: by the time of their arrival, which may be
   * late, a client could not tell what it misses when the stream breaks. */
  #id() {
    return `id: ${Math.floor(performance.now() - this.#begunAt)}\n`
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
