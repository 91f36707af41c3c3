/** The search parameters of the portal's addresses, as texts. A page reads its own and ignores a value that it does not know. */
export type Search = {
  [name in
    | 'from'
    | 'ended'
    | 'mail'
    | 'token'
    | 'status'
    | 'filter'
    | 'action'
    | 'outcome'
    | 'period'
    | 'machine'
    | 'page'
    | 'size'
    | 'sort'
    | 'search']?: string | undefined
}
