import type { File } from '#contract/files.ts'
import { useNarrow } from '../browser/useNarrow.ts'
import classes from './FileName.module.css'
import { FileStateNote } from './FileStateNote.tsx'
import { iconOfFile } from './iconOfFile.ts'
import { linkToFile } from './linkToFile.ts'

/** The name opens the file, and with it the whole row does. */
export function FileName({ file }: { file: File }) {
  const { fileName, fileType, state } = file
  const Icon = iconOfFile(fileType)
  const shown = useNarrow() ? <CutInTheMiddle text={fileName} /> : fileName
  return (
    <div className={classes.file}>
      <Icon aria-hidden />
      <div>
        {state === 'ready' ? (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the link has its href of `linkToFile`
          <a
            {...linkToFile(file)}
            aria-label={fileName}
            className={classes.name}
            dir="auto"
            title={fileName}
            data-opens-row
          >
            {shown}
          </a>
        ) : (
          <span className={classes.name} dir="auto" title={fileName}>
            {shown}
          </span>
        )}
        <FileStateNote file={file} />
      </div>
    </div>
  )
}

/** On one line the beginning gives way: names of files of one machine often differ in their end. */
function CutInTheMiddle({ text }: { text: string }) {
  const tail = /[^\s]{1,16}$/.exec(text)?.[0] ?? ''
  return (
    <>
      <span>{text.slice(0, text.length - tail.length)}</span>
      <span>{tail}</span>
    </>
  )
}
