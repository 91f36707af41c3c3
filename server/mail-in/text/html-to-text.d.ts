// The package has no types of its own; these are the parts that are used.
declare module 'html-to-text' {
  export type DomNode = {
    type: string
    data?: string
    name?: string
    attribs?: Record<string, string>
    children: DomNode[]
    parent?: DomNode | null
  }
  export type Builder = {
    metadata: unknown
    addInline(text: string, options?: { noWordTransform?: boolean }): void
    openBlock(options?: { leadingLineBreaks?: number }): void
    closeBlock(options?: {
      trailingLineBreaks?: number
      blockTransform?: (text: string) => string
    }): void
    openTable(): void
    openTableRow(): void
    openTableCell(): void
    closeTableCell(): void
    closeTableRow(): void
    closeTable(options: {
      tableToString: (rows: { text: string }[][]) => string
      leadingLineBreaks?: number
      trailingLineBreaks?: number
    }): void
  }
  export type FormatCallback = (
    element: DomNode,
    walk: (nodes: DomNode[], builder: Builder) => void,
    builder: Builder,
  ) => void
  export function compile(options: {
    wordwrap: false
    baseElements: { selectors: string[]; returnDomByDefault: boolean }
    limits: { maxDepth: number; maxInputLength: number; ellipsis: string }
    formatters: Record<string, FormatCallback>
    selectors: { selector: string; format: string; options?: Record<string, number> }[]
  }): (html: string, metadata?: unknown) => string
}
