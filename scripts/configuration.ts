// Writes docs/configuration.md from server/platform/config/settings.ts.
// `--check` fails when the page is not current.
import { type Setting, settings } from '#platform/config/settings.ts'
import { writeGenerated } from './generated-file.ts'

const groups = Map.groupBy(Object.values<Setting>(settings), ({ group }) => group)
const text = `<!-- Made by scripts/configuration.ts from server/platform/config/settings.ts. Do not edit. -->
# Configuration

The server and the commands (\`npm run vendor\`, \`operator\`, \`doctor\`, \`backup\`, \`restore\`) read their settings from environment variables when they
start. A change takes effect after a restart. A setting without a value, or with an empty one, has its default. When values are not valid, the program does
not start and names all of them.

- **From a file**: \`NAME_FILE\` sets \`NAME\` to the content of a file, as container platforms provide secrets
  (\`TOKEN_SECRET_FILE=/run/secrets/token\`). A value in \`NAME\` itself takes precedence.
- **Secrets**: error messages never show the value of a setting that may hold a password (names that end in \`URL\`, \`ENDPOINT\`, \`SECRET\` or \`TOKEN\`).
- **Sizes**: a whole number and \`KB\`, \`MB\` or \`GB\`; 1 KB is 1,024 bytes. **Times**: a whole number and \`s\`, \`m\`, \`h\` or \`d\`.

\`npm run doctor\` checks an installation with its settings: addresses and proxy, database, disk, files, mail and clock.
With an e-mail address behind \`--\` it sends a test mail there.

${[...groups].map(([group, settings]) => `## ${group}\n\n${table(settings)}\n`).join('\n')}`

writeGenerated('docs/configuration.md', text, 'configuration')

function table(settings: Setting[]): string {
  const rows = settings.map(setting => {
    const { name, description, expected } = setting
    const without = 'default' in setting ? `\`${setting.default}\`` : setting.unset
    return `| \`${name}\` | ${description} | ${without} | ${withCode(expected)} |`
  })
  return ['| setting | description | default | form |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  )
}

/** Addresses and placeholders of a plain text as Markdown
 * code, so that no viewer turns them into links. */
function withCode(plain: string) {
  return plain.replace(/[a-z\d]+:\/[^\s,]+|\{\w+\}/g, '`$&`')
}
