import type { ReactNode } from 'react'
import classes from './CardLines.module.css'
import type { CardPlace } from './columns.ts'

type Props = Partial<Record<CardPlace | 'actions', ReactNode>>

/** What a card of a few lines shows in each of its places. */
export const CardLines = ({ lead, name, detail, state, actions }: Props) => (
  <div className={classes.card}>
    <div className={classes.lines}>
      <div className={classes.lead}>{lead}</div>
      <div>{name}</div>
      <div className={classes.details}>{detail}</div>
    </div>
    <div className={classes.state}>{state}</div>
    <div className={classes.actions}>{actions}</div>
  </div>
)
