// URLs and paths without the slashes at their end.

/** A loop, because `/\/+$/` takes quadratic time on a text with many slashes. */
export function trimSlashes(text: string): string {
  let end = text.length
  while (text.charCodeAt(end - 1) === 47) end -= 1
  return text.slice(0, end)
}
