export { NameReader } from './understand-name.ts'
export {Speller} from '../query/speller.ts'
