/** The portal's accent, as web/src/ui/theme.css has it: mails and the server's own pages look like the portal. White is read well on it. */
export const accent = '#196ac8'
/** The accent as a text on white, and on a dark ground. */
export const accentInk = { light: '#005ab7', dark: '#97c4ff' }
