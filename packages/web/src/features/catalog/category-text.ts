// Categories as people read them. Pure.

/** Words that are not written like others. */
const SPELLED: Readonly<Record<string, string>> = {
  ai: 'AI',
  seo: 'SEO',
  saas: 'SaaS',
  hr: 'HR',
  it: 'IT',
  tv: 'TV',
  diy: 'DIY',
}

/** `real-estate` is `Real estate`, `ai-tools` is `AI tools`. */
export function categoryText(category: string): string {
  const text = category
    .split('-')
    .map((word) => SPELLED[word] ?? word)
    .join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
