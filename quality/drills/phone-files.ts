import { createHash, randomBytes, randomInt } from 'node:crypto'
import sharp from 'sharp'

export type SentFile = {
  name: string
  mimeType: string
  buffer: Buffer
  /** of what must arrive; undefined: a picture, of which the page sends a smaller copy */
  sha256?: string
  isGivenUp?: boolean
}

export type SentMessage = { text: string; files: SentFile[] }

const types = { txt: 'text/plain', log: 'text/plain', bin: 'application/octet-stream' }
const bytes = { least: 20_000, most: 400_000 }

/** A file of random bytes behind its name, which a search in a browser's storage would find;
 * every sixth is a photo. */
export async function createFile(prefix: string): Promise<SentFile> {
  if (randomInt(6) === 0) {
    const name = `${prefix}.jpg`
    return { name, mimeType: 'image/jpeg', buffer: await createPhoto() }
  }
  const extension = (['txt', 'log', 'bin'] as const)[randomInt(3)] ?? 'bin'
  const name = `${prefix}.${extension}`
  const content = randomBytes(randomInt(bytes.least, bytes.most) / 2)
  const buffer =
    extension === 'bin'
      ? Buffer.concat([Buffer.from(name), content, content])
      : Buffer.from(`${name}\n${content.toString('hex')}`)
  const sha256 = createHash('sha256').update(buffer).digest('hex')
  return { name, mimeType: types[extension], buffer, sha256 }
}

function createPhoto() {
  const [width, height] = [800, 600]
  const pixels = randomBytes((width / 8) * (height / 8) * 3)
  return sharp(pixels, { raw: { width: width / 8, height: height / 8, channels: 3 } })
    .resize(width, height)
    .jpeg()
    .toBuffer()
}

/** Whether a file has arrived as it was sent. A photo's copy must be one that can be decoded. */
export async function isRight({ sha256 }: SentFile, content: Buffer): Promise<boolean> {
  if (sha256) return createHash('sha256').update(content).digest('hex') === sha256
  return sharp(content, { failOn: 'warning' })
    .stats()
    .then(
      () => true,
      () => false,
    )
}
