import type { Family } from './catalogue.ts'
import { abkant } from './conversations/abkant.ts'
import { enjeksiyon } from './conversations/enjeksiyon.ts'
import { freze } from './conversations/freze.ts'
import { kaynak } from './conversations/kaynak.ts'
import { kompresor } from './conversations/kompresor.ts'
import { lazer } from './conversations/lazer.ts'
import type { Scripts } from './conversations/script.ts'
import { taslama } from './conversations/taslama.ts'
import { torna } from './conversations/torna.ts'

export const conversations: Record<Family, Scripts> = { torna, abkant, lazer, kompresor, enjeksiyon, taslama, freze, kaynak }
