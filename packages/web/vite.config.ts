// The browser's half of the pages: scripts split by page, one style sheet, fonts, and the table of their names.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** A font that arrives after the text was painted would move it; it is used from the next page on. */
const fontsWithoutShift = {
  postcssPlugin: 'fonts-without-shift',
  Declaration: {
    'font-display': (declaration: { value: string }) => {
      declaration.value = 'optional'
    },
  },
}

/** On a slow line every file costs its headers and a round trip: what all public pages share is one. */
const SHARED =
  /\/src\/(?:frames\/site-frame|ui\/(?:brand|contact|domain-text|locale|money|button|feedback|date-time)|features\/(?:registry\/search-box|catalog\/(?:name-cards|category-text)))\.tsx?$/

export default defineConfig({
  root: at('./src'),
  base: '/assets/',
  publicDir: false,
  css: { postcss: { plugins: [fontsWithoutShift] } },
  logLevel: 'warn',
  build: {
    outDir: at('./dist/client'),
    assetsDir: '.',
    manifest: 'manifest.json',
    emptyOutDir: true,
    // Every asset is a file of its own: the pages' policy allows no data addresses for scripts and fonts.
    assetsInlineLimit: 0,
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    rollupOptions: {
      // Marks of libraries for frameworks that we do not use.
      onwarn: (warning, warn) => (warning.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : warn(warning)),
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\// },
            // Hosted pages need it, too, and must not load React for it.
            { name: 'text', test: /\/src\/ui\/text\.ts$/, priority: 1 },
            { name: 'site', test: SHARED },
          ],
        },
      },
      input: {
        enhance: at('./src/entries/enhance.ts'),
        public: at('./src/entries/public.tsx'),
        app: at('./src/entries/app.tsx'),
        styles: at('./src/entries/styles.ts'),
        fonts: at('./src/entries/fonts.ts'),
      },
    },
  },
})
