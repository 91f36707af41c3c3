import type { Family } from './catalogue.ts'
import { abkant } from './conversations/abkant.ts'
import { enjeksiyon } from './conversations/enjeksiyon.ts'
import { freze } from './conversations/freze.ts'
import { kaynak } from './conversations/kaynak.ts'
import { kompresor } from './conversations/kompresor.ts'
import { lazer } from './conversations/lazer.ts'
import { taslama } from './conversations/taslama.ts'
import { torna } from './conversations/torna.ts'

/** A ticket as it goes: its title, then what is said. `c:` is the customer, `s:` the staff; `[E-12]` is a picture of that alarm, `[rapor]` a report. */
export type Script = { title: string; says: string[] }

/** The conversations about machines of one family. */
export type Scripts = { turkish: Script[]; english: Script[] }

export const conversations: Record<Family, Scripts> = { torna, abkant, lazer, kompresor, enjeksiyon, taslama, freze, kaynak }
