export function isForeignBinary(file: string): boolean
export function removeForeignBinaries(root: string): void
