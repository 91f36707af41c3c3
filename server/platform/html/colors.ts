/** The accent colour of web/src/ui/theme.css, for mails and
 * the server's own pages; white text on it is legible. */
export const accent = '#196ac8'
export const accentInk = { light: '#005ab7', dark: '#97c4ff' }
