// The first signed request, using the SDK.

export const sdkRequest = ({ baseUrl, keyId }: { baseUrl: string; keyId: string }): string =>
  [
    "import { Freehold } from '@freehold/sdk'",
    '',
    'const freehold = new Freehold({',
    `  baseUrl: '${baseUrl}',`,
    `  keyId: '${keyId}',`,
    '  secret: process.env.FREEHOLD_SECRET,',
    '})',
    'console.log(await freehold.me.get())',
  ].join('\n')
