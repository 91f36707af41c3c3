import { fold } from '#contract/text/turkish.ts'
import type { Topic } from '#contract/topics.ts'

/** Topics that are not chosen and have the text in their name, those that begin with it first. */
export function matchTopics(
  all: readonly Topic[],
  chosen: readonly Topic[],
  text: string,
): Topic[] {
  const folded = fold(text)
  const placeOf = ({ name }: Topic) => fold(name).indexOf(folded)
  return all
    .filter(topic => placeOf(topic) >= 0 && !chosen.some(({ _id }) => _id === topic._id))
    .toSorted((a, b) => Number(placeOf(a) > 0) - Number(placeOf(b) > 0))
}
