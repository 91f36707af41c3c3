export const onBehalfMessages = {
  about:
    'Telefonla ya da yüz yüze anlatılan sorunu müşteri adına kaydedin. Müşteri talebi kendi listesinde görür; talep kendisine bildirilir.',
  user: 'Kimin adına',
  chooseCompany: 'Firma seçin',
  chooseCompanyFirst: 'Önce firmayı seçin',
  chooseUser: 'Kişi seçin',
  newContact: '+ Yeni kişi',
  newContactAbout:
    'Portala girmeyen bir kişi. E-postası varsa yanıtlar oraya gider; sonra tek tıkla davet edilebilir.',
  submit: 'Talebi aç',
}
