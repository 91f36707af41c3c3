import { useStore } from '../../browser/store.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import classes from './ColumnsButton.module.css'
import { type QueueColumn, queueColumns, queueView, setHiddenColumns } from './queueView.ts'

/** A narrow table has no room for them. */
const onWideScreens = new Set<QueueColumn>(['dateCreated', 'dateLastMessage'])

export default function ColumnChoice() {
  const { hidden } = useStore(queueView)
  const names: Record<QueueColumn, string> = {
    companyName: t.company,
    machine: t.machine,
    assigneeName: t.assignee,
    dateLastMessage: t.lastMessage,
    dateDue: t.reply,
    dateCreated: t.dateCreated,
  }
  return (
    <fieldset className={classes.columns}>
      <legend className="sr-only">{t.columns}</legend>
      {queueColumns.map(column => (
        <label key={column}>
          <input
            type="checkbox"
            checked={!hidden.includes(column)}
            onChange={({ target: { checked } }) =>
              setHiddenColumns(
                checked ? hidden.filter(each => each !== column) : [...hidden, column],
              )
            }
          />
          <span>{names[column]}</span>
          {onWideScreens.has(column) && <span className={classes.hint}>{t.onWideScreens}</span>}
        </label>
      ))}
    </fieldset>
  )
}
