export const reauthenticationMessages = {
  title: 'Kimliğinizi doğrulayın',
  about: (email: string) =>
    `${email} olarak oturum açtınız. Devam etmek için siz olduğunuzu doğrulayın.`,
  why: 'Parolanızı en son 15 dakikadan daha önce girdiniz. Ekranınızı açık bulan biri bunu yapamasın diye yeniden soruyoruz.',
  useCode: 'Parola yerine giriş kodu kullan',
  usePassword: 'Giriş kodu yerine parola kullan',
  confirm: 'Doğrula ve devam et',
}
