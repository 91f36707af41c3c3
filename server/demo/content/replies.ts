/** Saved replies of the team, and one of the staff member who signs in. */
export const replyTexts = [
  {
    shortcode: 'selam',
    isOfTeam: true,
    turkish:
      'Merhaba {ad},\n\n{talep} numaralı talebinizi aldık. {makine} ({seri}) kayıtlarını inceliyoruz.',
    english:
      'Hello {name},\n\nwe have received your ticket {ticket} and are looking into the records of {machine} ({serial}).',
  },
  {
    shortcode: 'servis',
    isOfTeam: true,
    turkish:
      'Merhaba {ad},\n\n{makine} ({seri}) için servis ekibimiz {servis tarihi} günü yerinizde olacak. Makinenin enerjisinin kesilebileceği bir zaman ayırmanızı rica ederiz.',
    english:
      'Hello {name},\n\nour service team visits you on {service date} for {machine} ({serial}). Please plan a time at which the machine can be switched off.',
  },
  {
    shortcode: 'alarm',
    isOfTeam: true,
    turkish:
      'Alarm ekranının bir fotoğrafını ve alarmdan önceki son işlemi paylaşabilir misiniz? Makineyi yeniden başlatmadan önce ekrandaki kodu not edin.',
    english:
      'Could you send us a picture of the alarm screen, and tell us the last operation before it? Please note the code on the screen before you restart the machine.',
  },
  {
    shortcode: 'yedek-parça',
    isOfTeam: true,
    turkish:
      '{seri} seri numaralı makineniz için yedek parça siparişinizi ilettik. Kargo takip numarası: {takip no}.',
    english: '',
  },
  {
    shortcode: 'kapatma',
    isOfTeam: true,
    turkish:
      'Sorunun çözüldüğünü görüyoruz; talebi kapatıyoruz. Yeniden olursa buraya yazmanız yeterli.',
    english:
      'We see that the problem is solved and close the ticket. If it comes back, just write here.',
  },
  {
    shortcode: 'imza',
    isOfTeam: false,
    turkish: 'Saygılarımla,\nHüseyin Demir · Teknik servis',
    english: 'Kind regards,\nHüseyin Demir · Technical service',
  },
]
