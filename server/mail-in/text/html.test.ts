import { expect, test } from 'vitest'
import { processorTimeOf } from '#testing/processor-time.ts'
import { htmlToText } from './html.ts'
import { splitReply } from './reply.ts'

test.each([
  ['paragraphs', '<p>Merhaba,</p><p>Makine durdu.</p>', 'Merhaba,\n\nMakine durdu.'],
  [
    'lines of Gmail',
    '<div dir="ltr">Merhaba,<div><br></div><div>Makine durdu.</div></div>',
    'Merhaba,\n\nMakine durdu.',
  ],
  [
    'lines of Outlook',
    '<p class="MsoNormal">Merhaba,</p><p class="MsoNormal">Makine durdu.</p>',
    'Merhaba,\nMakine durdu.',
  ],
  ['headings keep their letters', '<h1>Makine ışığı</h1>', 'Makine ışığı'],
  [
    'a table',
    '<table><tr><th>Parça</th><th>Adet</th></tr><tr><td>TK/220</td><td>2</td></tr></table>',
    'Parça | Adet\nTK/220 | 2',
  ],
  [
    'a table that arranges a page',
    '<table><tr><td><p>Bir</p><p>İki</p></td><td>Üç</td></tr></table>',
    'Bir\n\nİki\nÜç',
  ],
  [
    'text in a table outside of its cells',
    '<table>Bir<tr>İki<td>Üç</td></tr></table>',
    'Bir\nİki | Üç',
  ],
  [
    'lists',
    '<ul><li>bir</li><li>iki<ol start="3"><li>üç</li></ol></li></ul>',
    '- bir\n- iki\n  3. üç',
  ],
  [
    'a link with a text',
    '<a href="https://ornek.example/a">Çizim</a>',
    'Çizim <https://ornek.example/a>',
  ],
  [
    'a link that shows its address',
    '<a href="https://www.ornek.example/">www.ornek.example</a>',
    'www.ornek.example',
  ],
  ['a mail address', '<a href="mailto:a@b.example">a@b.example</a>', 'a@b.example'],
  ['a link that runs code', '<a href="javascript:alert(1)">Aç</a>', 'Aç'],
  [
    'pictures',
    '<img src="cid:1" alt="Hata ekranı"><img src="cid:2" alt="image001.png"><img src="cid:3">',
    'Hata ekranı',
  ],
  [
    'hidden text',
    '<div style="display:none">Önizleme</div><span style="DISPLAY: none">x</span>Metin',
    'Metin',
  ],
  [
    'scripts and styles',
    '<title>a</title><style>b</style><script>c</script><!-- d -->Metin',
    'Metin',
  ],
  [
    'a quote',
    'Evet.<blockquote>Işık<blockquote>Kablo</blockquote></blockquote>',
    'Evet.\n> Işık\n> > Kablo',
  ],
  [
    'an indented paragraph',
    '<blockquote style="margin:0 0 0 40px;border:none;padding:0px">Not</blockquote>',
    'Not',
  ],
  ['no-break spaces', 'Bir&nbsp;iki&nbsp;', 'Bir iki'],
  ['text after the end of the page', '<html><body>Bir</body></html><p>İki</p>', 'Bir\n\nİki'],
  ['no tags at all', 'Bir < iki', 'Bir < iki'],
  ['nothing', '', ''],
])('%s', (_, html, text) => {
  expect(htmlToText(html)).toBe(text)
})

test.each([
  [
    'Outlook in any language',
    'Evet.<div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>Od:</b> Destek<br><b>Temat:</b> E12</div><div>Merhaba</div>',
  ],
  [
    'Outlook on a phone',
    '<div>Evet.</div><div class="ms-outlook-mobile-reference-message skipProofing"><b>Od:</b> Destek<br><b>Temat:</b> E12<br>Merhaba</div>',
  ],
  [
    'Outlook on the desktop',
    '<p>Evet.</p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p><b>Od:</b> Destek</p></div><p>Merhaba</p>',
  ],
  [
    'Yahoo',
    '<div>Evet.</div><div class="yahoo_quoted"><div>12 Kasım 2026 14:03 tarihinde, Destek &lt;a@b.example&gt; şunu yazdı:</div><div>Merhaba</div></div>',
  ],
  [
    'Thunderbird',
    '<p>Evet.</p><div class="moz-cite-prefix">12.11.2026 14:03 tarihinde Destek yazdı:<br></div><blockquote type="cite">Merhaba</blockquote>',
  ],
  [
    'Gmail',
    'Evet.<div class="gmail_quote"><div class="gmail_attr">Destek &lt;a@b.example&gt;, 12 Kas 2026 Per, 14:03 tarihinde şunu yazdı:</div><blockquote class="gmail_quote">Merhaba</blockquote></div>',
  ],
])('the quote of %s is recognised in the text', (_, html) => {
  expect(splitReply(htmlToText(html)).reply).toBe('Evet.')
})

const repeat = (text: string, length: number) => text.repeat(Math.ceil(length / text.length))
const tenMegabytes = 10 * 2 ** 20

test.each(['<div>', '<span>', '<blockquote>', '<ul><li>', '<table><tr><td>'])(
  '300 levels of %s keep their text',
  html => {
    expect(htmlToText(`${html.repeat(300)}Metin`)).toContain('Metin')
  },
)

test.each([
  ['open elements', '<div>'],
  ['open quotes', '<blockquote>a'],
  ['open lists', '<ul><li>a'],
  ['open tables', '<table><tr><td>a'],
  ['open sections of tables', '<thead>'],
  ['open links', '<a href="https://ornek.example">a'],
  ['paragraphs in cells', '<p><td>a'],
  [
    'cells over many columns',
    '<table><tr><td colspan=999999999 rowspan=999999999>a</td></tr></table>',
  ],
  ['line breaks', '<br>'],
  ['unfinished tags', '<a '],
  ['unfinished comments', '<!--'],
  ['entities', '&amp;'],
  ['spaces', ' '],
  ['words', 'a '],
])('10 MB of %s are read in time', (_, html) => {
  const long = repeat(html, tenMegabytes)
  const time = processorTimeOf(() => expect(htmlToText(long).length).toBeLessThan(2 * tenMegabytes))
  expect(time).toBeLessThan(10_000)
})

test('a picture within a long document does not push its text out', () => {
  expect(htmlToText(`<img src="data:image/png;base64,${'A'.repeat(tenMegabytes)}">Metin`)).toBe(
    'Metin',
  )
})
