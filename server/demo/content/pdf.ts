/** A title page, then numbered sections with paragraphs and optionally a table. */
export type PdfDocument = {
  title: string
  subtitle: string
  /** lines at the foot of the title page */
  imprint: string[]
  footer: string
  sections: { heading: string; paragraphs: string[]; table?: [string, string][] }[]
}

type Line = { text: string; size: number; bold?: boolean; gap?: number; columns?: string }

// A4 in points, with the margins of the text.
const page = { width: 595, height: 842, left: 64, top: 772, bottom: 84 }
/** The Turkish letters of Windows-1254, which PDF's WinAnsi encoding lacks; `differences` declares them. */
const turkish: Record<string, number> = { Ğ: 208, İ: 221, Ş: 222, ğ: 240, ı: 253, ş: 254 }
const differences = '208 /Gbreve 221 /Idotaccent /Scedilla 240 /gbreve 253 /dotlessi /scedilla'

/** A PDF 1.4 file; the same bytes for the same document. */
export function makePdf(document: PdfDocument): Buffer {
  const pages = [titlePage(document), contentsPage(document), ...textPages(document)]
  const streams = pages.map((lines, index) =>
    draw(lines, index === 0 ? undefined : `${document.footer}   ·   ${index + 1} / ${pages.length}`),
  )
  const first = 5 // objects 1 to 4: catalog, pages, two fonts
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (tr) >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${first + 2 * i} 0 R`).join(' ')}] >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    ...streams.flatMap((stream, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${first + 2 * i + 1} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ]),
  ]
  return assemble(objects)
}

const font = (name: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [${differences}] >> >>`

const titlePage = ({ title, subtitle, imprint }: PdfDocument): Line[] => [
  { text: '', size: 12, gap: 150 },
  ...wrap(title, 26).map(text => ({ text, size: 26, bold: true, gap: 8 })),
  { text: subtitle, size: 14, gap: 24 },
  { text: '', size: 12, gap: 260 },
  ...imprint.map(text => ({ text, size: 10, gap: 4 })),
]

const contentsPage = ({ sections }: PdfDocument): Line[] => [
  { text: 'İçindekiler', size: 18, bold: true, gap: 16 },
  ...sections.map(({ heading }, i) => ({ text: `${i + 1}   ${heading}`, size: 11, gap: 8 })),
]

function textPages({ sections }: PdfDocument): Line[][] {
  const lines = sections.flatMap(({ heading, paragraphs, table = [] }, i): Line[] => [
    { text: `${i + 1}   ${heading}`, size: 15, bold: true, gap: 12 },
    ...paragraphs.flatMap(text =>
      wrap(text, 10.5).map((line, at, all) => ({ text: line, size: 10.5, gap: at === all.length - 1 ? 10 : 2.5 })),
    ),
    ...table.map(([name, value], at) => ({ text: name, columns: value, size: 10, gap: at === table.length - 1 ? 18 : 5 })),
    { text: '', size: 8, gap: 10 },
  ])
  const pages: Line[][] = [[]]
  let y = page.top
  for (const line of lines) {
    const height = line.size * 1.25 + (line.gap ?? 0)
    if (y - height < page.bottom) {
      pages.push([])
      y = page.top
    }
    y -= height
    pages.at(-1)?.push(line)
  }
  return pages
}

/** Wraps at spaces; Helvetica is about half as wide as it is high. */
function wrap(text: string, size: number): string[] {
  const maxLength = Math.floor((page.width - 2 * page.left) / (size * 0.5))
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) as string
    if (line.length + word.length + 1 > maxLength) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines
}

function draw(lines: Line[], footer: string | undefined): string {
  let y = page.top
  const marks = lines.map(({ text, size, bold, gap = 0, columns }) => {
    y -= size * 1.25
    const mark =
      put(page.left, y, size, text, bold) +
      (columns === undefined
        ? ''
        : `\n${put(page.left + 220, y, size, columns)}\n0.8 G 0.5 w ${page.left} ${y - 4} m ${page.width - page.left} ${y - 4} l S`)
    y -= gap
    return mark
  })
  return [...marks, ...(footer ? [put(page.left, 48, 8.5, footer)] : [])].join('\n')
}

const put = (x: number, y: number, size: number, text: string, bold = false) =>
  text === '' ? '' : `BT /${bold ? 'F2' : 'F1'} ${size} Tf ${x} ${y.toFixed(1)} Td (${escaped(text)}) Tj ET`

/** Each character as one byte of the font's encoding, in octal where it is not plain. */
const escaped = (text: string) =>
  [...text]
    .map(letter => {
      const code =
        turkish[letter] ??
        (letter === '–' ? 150 : letter === '—' ? 151 : letter === '•' ? 149 : letter === '’' ? 146 : letter.charCodeAt(0))
      if (code > 255) throw new Error(`the PDF's encoding has no ${letter}`)
      return code < 32 || code > 126 || '()\\'.includes(letter) ? `\\${code.toString(8).padStart(3, '0')}` : letter
    })
    .join('')

function assemble(objects: string[]): Buffer {
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  const offsets = objects.map((object, i) => {
    const at = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + end, 'latin1')
}
