// Owns the words of technology and machines: AI, software, crypto, security and cars.
import { type CategoryWords, readCategory } from './category-words.ts'

export const TECHNOLOGY: readonly CategoryWords[] = [
  readCategory({
    category: 'ai',
    style: 'tech',
    fronts: 'neural deep smart tensor prompt lucid brain vector agent signal logic open bright synth',
    heads: 'mind model learning prompts agents vision labs bot copilot reason voice inference chat intelligence',
    singles: 'tensor perceptron inference gradient chatbot reasoner transcript cortex synapse',
    brands: 'neurovia cognivo promptelia aivora lumenai sapientia',
    locals: 'ai robotics',
    pairs: 'prompt+reply mind+machine token+tensor',
    purposes: `an AI start-up
      a machine-learning consultancy
      a newsletter about AI
      a chatbot builder: bot chat agents copilot chatbot
      a prompt library: prompts
      a voice assistant: voice transcript
      an AI research lab: labs model learning reason intelligence cortex synapse
      a computer-vision product: vision inference tensor perceptron`,
  }),
  readCategory({
    category: 'software',
    style: 'tech',
    fronts: 'clean rapid stack cloud open pixel script byte modular remote edge lazy async green',
    heads: 'code stack deploy server build software apps api cloud logs commit dev pipeline data hosting',
    singles: 'compiler refactor changelog sandboxed middleware backend pixelated dashboard subroutine',
    brands: 'codevia stackora deployo bytelia apivo cloudora',
    locals: 'developers coders web_design hosting',
    pairs: 'commit+push code+coffee bits+bytes',
    purposes: `a developer tool
      a software agency
      an open-source project
      a hosting company: hosting server cloud
      an API product: api pipeline middleware backend
      a log-monitoring service: logs data dashboard
      a deployment service: deploy build pipeline commit
      a data platform: data pipeline stack`,
  }),
  readCategory({
    category: 'crypto',
    style: 'tech',
    fronts: 'block chain bit stable digital hash open swift golden node token liquid satoshi anchor',
    heads: 'coin wallet vault exchange token ledger mint chain pay crypto staking swap custody market',
    singles: 'blockchain stablecoin satoshi airdrop validator tokenize keystore mempool',
    brands: 'coinvara tokenora blockelia mintoro cryptavo ledgerelia',
    locals: 'crypto bitcoin',
    pairs: 'mint+vault hash+key coin+chain',
    purposes: `a blockchain start-up
      a newsletter on digital assets
      a tool for token holders
      a crypto wallet: wallet vault keystore
      a token exchange: exchange swap market token
      a custody service: custody vault
      a payment gateway: pay coin stablecoin
      a staking platform: staking mint validator`,
  }),
  readCategory({
    category: 'security',
    style: 'tech',
    fronts: 'iron safe quiet secure zero granite trusted night cyber watch steel sentinel locked cipher',
    heads: 'guard shield vault lock security firewall key watch alarm patrol password defense privacy camera',
    singles: 'firewall padlock cipher watchtower sentry passkey drawbridge honeypot',
    brands: 'securia guardivo cipherio vaultora lockelia safevio',
    locals: 'locksmiths security alarms',
    pairs: 'lock+key watch+ward shield+cipher',
    purposes: `a security firm
      a security blog
      a safety consultancy
      a cybersecurity firm: firewall shield defense cipher honeypot
      a password manager: password key vault passkey
      an alarm installer: alarm camera watch
      a locksmith: lock key padlock
      a guarding company: guard patrol watch sentry watchtower`,
  }),
  readCategory({
    category: 'cars',
    style: 'general',
    fronts: 'quick urban rapid classic electric chrome turbo easy city open highway silver family rally',
    heads: 'wheels cars motors drive auto garage tires rides engines roadster parking carwash gears rental',
    singles: 'roadster axle carburetor dashcam hatchback chassis gearbox hubcap cabriolet',
    brands: 'autovia drivora motorelia carvento wheelio motrixa',
    locals: 'cars taxis car_hire garages parking',
    pairs: 'road+wheel spark+plug rubber+road',
    purposes: `a motoring magazine
      a car dealer
      a drivers' community
      a rental company: rental rides drive wheels cabriolet
      a repair garage: garage engines gears tires carburetor gearbox
      a used-car marketplace: cars motors auto hatchback
      a shop for parts: tires gears engines wheels axle hubcap chassis
      a parking app: parking`,
  }),
]
