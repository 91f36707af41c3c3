import { useState } from 'react'
import { AttachedFile, type ShownFile } from './AttachedFile.tsx'
import classes from './AttachedFiles.module.css'
import { PictureViewer } from './PictureViewer.tsx'
import { thumbnailOf } from './thumbnailOf.ts'
import { useStableLinks } from './useStableLinks.ts'

/** The files of a message: its pictures beside each other, which are viewed together. */
export function AttachedFiles({ files }: { files: readonly ShownFile[] }) {
  const [opened, setOpened] = useState<string | null>(null)
  const previews = useStableLinks(files)
  const isPicture = ({ id, fileType }: ShownFile) => fileType.startsWith('image/') && previews[id]
  const pictures = files.filter(isPicture)
  const others = files.filter(file => !isPicture(file))
  if (files.length === 0) return null
  return (
    <>
      {pictures.length > 0 && (
        <div className={classes.pictures} data-several={pictures.length > 1 || undefined}>
          {pictures.map(file => (
            <AttachedFile
              key={file.id}
              file={file}
              preview={previews[file.id] ?? null}
              onEnlarge={() => setOpened(file.id)}
            />
          ))}
        </div>
      )}
      {others.map(file => (
        <AttachedFile key={file.id} file={file} preview={previews[file.id] ?? null} />
      ))}
      {pictures.length > 0 && (
        <PictureViewer
          pictures={pictures.map(({ id, fileName, fileSize, signedURL }) => {
            const src = previews[id] as string
            const fitted = thumbnailOf(src, fileSize, '1280')
            return { id, name: fileName, src, fitted, download: signedURL }
          })}
          opened={opened}
          onOpen={setOpened}
        />
      )}
    </>
  )
}
