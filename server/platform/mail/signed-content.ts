import { Constructed, fromBER, ObjectIdentifier, OctetString } from 'asn1js'

const signedData = '1.2.840.113549.1.7.2'
const data = '1.2.840.113549.1.7.1'
/** A stream of 25 MB in pieces of 1,000 bytes has 18,000 nodes. */
const bounds = {
  maxDepth: 30,
  maxNodes: 60_000,
  maxContentLength: 30_000_000,
  parseEmbedded: false,
}

/** The content of CMS signed-data (RFC 5652, 5) in DER or BER, without a check of its
 * signatures; null for encrypted data, and for a signature without its content. */
export function signedContent(bytes: Uint8Array): Uint8Array | null {
  try {
    const { result, offset } = fromBER(bytes, bounds)
    if (offset < 0 || typeOf(result) !== signedData) return null
    const [, , encapsulated] = childrenOf(childrenOf(childrenOf(result)[1])[0])
    if (typeOf(encapsulated) !== data) return null
    const [content] = childrenOf(childrenOf(encapsulated)[1])
    return content instanceof OctetString ? new Uint8Array(content.getValue()) : null
  } catch {
    return null // damaged: it stays a file of its mail
  }
}

type Block = ReturnType<typeof fromBER>['result'] | undefined

const childrenOf = (block: Block): Block[] =>
  block instanceof Constructed ? block.valueBlock.value : []

function typeOf(block: Block): string | undefined {
  const [type] = childrenOf(block)
  return type instanceof ObjectIdentifier ? type.getValue() : undefined
}
