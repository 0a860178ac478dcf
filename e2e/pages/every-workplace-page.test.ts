// Every page of the partners' portal and of the operators' console.
import { checkPages } from './page-checks.ts'

checkPages(['portal', 'operator'])
