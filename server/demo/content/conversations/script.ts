/** A ticket as it goes: its title, then what is said. `c:` is the customer, `s:` the staff; `[E-12]` is a picture of that alarm, `[rapor]` a report. */
export type Script = { title: string; says: string[] }

/** The conversations about machines of one family. */
export type Scripts = { turkish: Script[]; english: Script[] }
