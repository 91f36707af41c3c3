export const reauthenticationMessages = {
  title: 'Kimliğinizi doğrulayın',
  about: (email: string) =>
    `${email} olarak oturum açtınız. Devam etmek için siz olduğunuzu doğrulayın.`,
  why: 'Parolanızı gireli 15 dakikadan fazla oldu. Ekranınızı açık bulan biri bunu yapamasın diye yeniden soruyoruz.',
  useCode: 'Parola yerine giriş kodu kullan',
  usePassword: 'Giriş kodu yerine parola kullan',
  confirm: 'Doğrula ve devam et',
}
