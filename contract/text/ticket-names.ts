export const ticketNumber = (number: number) => `#${number}`

/** `#1042 Spindle is noisy`: how mails, titles and links name a ticket. */
export const ticketName = ({ number, title }: { number: number; title: string }) =>
  `${ticketNumber(number)} ${title}`
