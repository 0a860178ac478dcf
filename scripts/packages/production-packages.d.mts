export type ProductionPackage = {
  where: string
  name: string
  version: string
  license: string | null
  integrity: string | null
  optional: boolean
  uses: string[]
}
export function productionPackages(): ProductionPackage[]
