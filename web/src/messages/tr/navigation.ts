export const navigationMessages = {
  newTicket: 'Yeni talep',
}
