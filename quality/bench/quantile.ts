/** Of ascending times, the one below which the share lies. */
export const quantile = (times: ArrayLike<number>, share: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
