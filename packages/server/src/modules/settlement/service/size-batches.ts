// How many orders one transaction of a run handles: it stays short, and readers of events never wait long for it.

let size = 1000

export const batchSize = (): number => size

/** For tests, which want many steps of few orders; answers how to undo it. */
export function setBatchSize(orders: number): () => void {
  const before = size
  size = orders
  return () => {
    size = before
  }
}
