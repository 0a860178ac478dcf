// A straight line through samples, by least squares, and how sure its slope is. Pure.

/** `points` are pairs of x and y. The standard error takes them for independent; memory, which remembers, is less sure than that. */
export function fitLine(points) {
  const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const width = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / width
  const at = (x) => meanY + slope * (x - meanX)
  const rest = points.reduce((sum, [x, y]) => sum + (y - at(x)) ** 2, 0)
  return { slope, standardError: Math.sqrt(rest / (points.length - 2) / width), at }
}
