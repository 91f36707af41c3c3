import { IconFile, IconFileTypePdf, IconPhoto, IconVideo } from '@tabler/icons-react'

export function iconOfFile(fileType: string) {
  if (fileType.startsWith('image/')) return IconPhoto
  if (fileType.startsWith('video/')) return IconVideo
  return fileType === 'application/pdf' ? IconFileTypePdf : IconFile
}
