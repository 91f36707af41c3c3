export const administrationMessages = {
  audit: 'Denetim kaydı',
  inviteColleague: 'Ekibe davet et',
  mails: 'E-postalar',
  mailSender: 'Gönderen',
  receivedMails: 'Gelen e-postalar',
  openMails: 'Bakılacak e-postalar',
  settings: 'Ayarlar',
  targets: 'Yanıt hedefleri',
  team: 'Ekip',
  topics: 'Kategoriler',
}
