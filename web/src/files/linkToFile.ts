import type { File } from '#contract/files.ts'

/** To a tab of its own, or a download where a browser cannot show it. A
 * video in a tab of its own would stand in a sandbox, and not play. */
export const linkToFile = ({
  fileName,
  fileType,
  previewURL,
  signedURL,
}: Pick<File, 'fileName' | 'fileType' | 'previewURL' | 'signedURL'>) =>
  previewURL && !fileType.startsWith('video/')
    ? { href: previewURL, target: '_blank', rel: 'noopener noreferrer' }
    : { href: signedURL, download: fileName }
