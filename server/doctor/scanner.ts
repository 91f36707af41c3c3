import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import type { Config } from '#platform/config/config.ts'
import { eicar, openScanner } from '#platform/storage/scanner.ts'
import { formatBytes } from '../backup/contents.ts'
import { type Finding, fail, note, pass } from './finding.ts'

/** Days; older signatures miss most current malware. */
const maxSignatureAge = 7
const limitSettings = 'StreamMaxLength, MaxFileSize and MaxScanSize in clamd.conf'

export async function scanner({
  clamavUrl,
  uploadLimit,
}: Pick<Config, 'clamavUrl' | 'uploadLimit'>): Promise<Finding[]> {
  if (clamavUrl === undefined) return []
  const opened = openScanner(clamavUrl)
  try {
    const [program = '', , date] = (await opened.version()).split('/')
    const small = await opened.scan(testArchive(0))
    if (small.state !== 'infected')
      return [
        fail(
          'scanner',
          `${program} at ${clamavUrl} reports the EICAR test file as clean`,
          'Has it any signatures? freshclam loads them.',
        ),
      ]
    const large = await opened.scan(testArchive(uploadLimit))
    const size = formatBytes(uploadLimit)
    if (large.state !== 'infected')
      return [
        fail(
          'scanner',
          `${program} at ${clamavUrl} does not scan a file of ${size}, which UPLOAD_LIMIT allows`,
          large.state === 'oversize'
            ? `Such files are stored and not served. Set ${limitSettings} to ${size} or more; within a day they are scanned again.`
            : `It calls such files clean. Set ${limitSettings} to ${size} or more, or a lower UPLOAD_LIMIT.`,
        ),
      ]
    if ((await opened.scan(Readable.from([nestedArchive()]))).state === 'clean')
      return [
        fail(
          'scanner',
          `${program} at ${clamavUrl} calls an archive clean that is nested deeper than it unpacks`,
          'Set AlertExceedsMax yes in clamd.conf: such files are stored and not served.',
        ),
      ]
    const seen = `${program} at ${clamavUrl} finds the EICAR test file, also in one of ${size}`
    const days = Math.floor((Date.now() - Date.parse(date ?? '')) / 86_400_000)
    if (days <= maxSignatureAge)
      return [
        pass(
          'scanner',
          `${seen}; its signatures are of ${new Date(date ?? '').toISOString().slice(0, 10)}`,
        ),
      ]
    const age = Number.isNaN(days)
      ? "it has none of ClamAV's own signatures"
      : `its signatures are ${days} days old`
    return [
      note(
        'scanner',
        `${seen}; ${age}`,
        'Does freshclam run, and does a firewall let this machine out to ClamAV?',
      ),
    ]
  } catch (error) {
    const todo =
      'Files wait until it answers. Does clamd run, and does it listen (TCPSocket, TCPAddr or LocalSocket in clamd.conf) where CLAMAV_URL says?'
    return [fail('scanner', error, todo)]
  }
}

/** The EICAR test file, nested deeper than clamd unpacks (MaxRecursion, 17 by default). */
function nestedArchive(): Buffer {
  let packed = Buffer.from(eicar)
  for (let level = 0; level < 100; level++) packed = gzipSync(packed)
  return packed
}

function testArchive(size: number): Readable {
  const archive = pack()
  archive.entry({ name: 'eicar.com' }, eicar)
  const rest = Math.max(0, Math.floor(size / 512) * 512 - 3_072)
  const entry = archive.entry({ name: 'empty', size: rest }) as unknown as Writable
  pipeline(Readable.from(zeros(rest)), entry).then(
    () => archive.finalize(),
    () => {}, // the scanner answered before the end
  )
  return Readable.from(archive)
}

function* zeros(count: number) {
  const block = Buffer.alloc(65_536)
  for (let left = count; left > 0; left -= block.length)
    yield block.subarray(0, Math.min(left, block.length))
}
