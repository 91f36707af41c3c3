/** In the address, the lists of the specification have numbers as well as names. */
const numbers: Record<string, string> = { open: '1', closed: '2', archived: '3' }

export const addressOf = (list: string) => numbers[list] ?? list

/** The list that the address names; otherwise the open tickets. */
export const listInAddress = <L extends string>(status: string | undefined, lists: readonly L[]) =>
  lists.find(each => each === status || addressOf(each) === status) ?? 'open'
