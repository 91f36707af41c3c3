export const maxMailSize = 25 * 1024 ** 2
/** Of all mails that this process is receiving, by whatever protocol: they are in memory. */
const maxBufferedBytes = 8 * maxMailSize
const maxShare = 2 * maxMailSize

/** A network of a client; `factor` multiplies its limits. */
export type ClientNetwork = { network: string; factor: number }

export type MailBuffer = ReturnType<typeof openMailBuffer>

/** Counts the bytes of mails that are in memory, in all and of the networks of their client. */
export function openMailBuffer() {
  let bytes = 0
  const shares = new Map<string, number>()
  function add(size: number, networks: ClientNetwork[]) {
    bytes += size
    for (const { network } of networks) {
      const share = (shares.get(network) ?? 0) + size
      if (share > 0) shares.set(network, share)
      else shares.delete(network)
    }
  }
  return {
    take(size: number, networks: ClientNetwork[] = []): boolean {
      const isFull = networks.some(
        ({ network, factor }) => (shares.get(network) ?? 0) + size > maxShare * factor,
      )
      if (isFull || bytes + size > maxBufferedBytes) return false
      add(size, networks)
      return true
    },
    release(size: number, networks: ClientNetwork[] = []) {
      add(-size, networks)
    },
  }
}
