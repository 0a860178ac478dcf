// The types of sbom.mjs, for its test.
type Licence = { license: { id: string } } | { expression: string }
export type Component = {
  'bom-ref': string
  name: string
  version: string
  scope: 'required' | 'optional'
  purl: string
  hashes?: { alg: string; content: string }[]
  licenses?: Licence[]
}
export function createSbom(): {
  bomFormat: string
  specVersion: string
  serialNumber: string
  metadata: { component: { name: string; version: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}
