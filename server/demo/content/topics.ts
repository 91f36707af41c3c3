/** What a conversation of each topic has. */
const words: Record<string, RegExp> = {
  'Ayar ve ölçü': /ölçü|açısı|ayarı|referans|drifts|position|orientation/i,
  'Bakım ve yağlama': /bakım|yağ|maintenance|\boil\b/i,
  'Elektrik ve sensör': /alarm|sensör|sensor|ısıtıcı|akım|interlock|power|switch|perdesi/i,
  'Kurulum ve eğitim': /kurulum|eğitim|training|installation/i,
  Soğutma: /soğut|chiller|coolant|sıcaklık/i,
  Yazılım: /yazılım|program|lisans|software/i,
  'Yedek parça': /yedek|sipariş|spare/i,
}

export const topicNames = Object.keys(words)

export const topicsOf = (texts: readonly string[]) =>
  topicNames.filter(name => texts.some(text => words[name]?.test(text)))
