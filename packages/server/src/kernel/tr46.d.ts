// Types for tr46, which ships none: only the two functions and the options that the kernel uses.
declare module 'tr46' {
  interface Tr46Options {
    checkBidi?: boolean
    checkHyphens?: boolean
    checkJoiners?: boolean
    useSTD3ASCIIRules?: boolean
    verifyDNSLength?: boolean
    transitionalProcessing?: boolean
    ignoreInvalidPunycode?: boolean
  }
  interface Tr46 {
    toASCII(domainName: string, options?: Tr46Options): string | null
    toUnicode(domainName: string, options?: Tr46Options): { domain: string; error: boolean }
  }
  const tr46: Tr46
  export default tr46
}
