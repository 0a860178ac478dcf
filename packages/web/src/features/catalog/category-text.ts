// Categories as people read them. Pure.

/** `real-estate` is `real estate`, `ai` is `AI`. */
export const categoryText = (category: string): string => (category === 'ai' ? 'AI' : category.replaceAll('-', ' '))
