// Owns the words of work and money: finance, law, jobs, property, marketing, logistics, education, science and energy.
import { type CategoryWords, readCategory } from './category-words.ts'

export const BUSINESS: readonly CategoryWords[] = [
  readCategory({
    category: 'finance',
    style: 'general',
    fronts: 'clear smart silver harbor prime steady trusted simple compass north future family granite penny',
    heads: 'capital loans savings credit invest wealth bank money pension budget funds insurance mortgage finance',
    singles: 'dividend annuity surety treasury solvency piggybank bullion',
    brands: 'finvara capitalio monetelia lendivo creditora wealthio',
    locals: 'mortgages accountants loans insurance',
    pairs: 'save+spend stock+bond penny+pound',
    purposes: `a personal-finance blog
      a financial adviser
      a budgeting app
      a loan broker: loans credit mortgage
      a savings bank: savings bank money piggybank
      a wealth manager: wealth invest capital funds bullion dividend
      an insurance comparison site: insurance surety
      a pension adviser: pension funds annuity`,
  }),
  readCategory({
    category: 'law',
    style: 'general',
    fronts: 'fair just northern family trusted clear patent civil oak harbor prime justice startup tenant',
    heads: 'law legal lawyers attorney counsel rights advocate advocates court contracts notary firm defense claims',
    singles: 'verdict affidavit barrister notary tribunal statute litigator paralegal',
    brands: 'lexora juridio counselia legalivo lawvia justora',
    locals: 'lawyers notaries attorneys family_law',
    pairs: 'law+order right+reason brief+gavel',
    purposes: `a law firm
      a legal-advice service
      a newsletter on case law
      a directory of lawyers: lawyers attorney advocates counsel barrister
      a tool for drafting contracts: contracts legal
      a notary: notary affidavit
      a claims service: claims rights defense verdict
      a litigation practice: court defense advocate tribunal litigator`,
  }),
  readCategory({
    category: 'jobs',
    style: 'general',
    fronts: 'remote bright next local talent skilled dream quick open first startup global nurse tech',
    heads:
      'jobs careers hiring recruit talent work staffing resume interview freelancers vacancies employer gigs workforce',
    singles: 'apprentice freelancer headhunt internship payroll vocation workmate onboarding',
    brands: 'hirevia jobora talentio recruvo workelia careervia',
    locals: 'jobs careers temps internships',
    pairs: 'work+wage desk+badge skill+craft',
    purposes: `a job board
      a recruitment agency
      a career coach
      a freelance marketplace: freelancers gigs work freelancer
      a staffing firm: staffing workforce talent hiring
      a résumé builder: resume careers
      an interview-training course: interview
      a training scheme for beginners: careers work apprentice internship vocation`,
  }),
  readCategory({
    category: 'real-estate',
    style: 'general',
    fronts: 'prime harbor sunny urban hillside country lake brick golden park skyline coastal family cedar',
    heads: 'homes realty estates properties villas apartments rentals condos land lofts houses broker property tenants',
    singles: 'penthouse cottage bungalow townhouse chalet duplex freeholder farmhouse manor',
    brands: 'homevista estatelia estavia propelio villaria rentvia',
    locals: 'homes real_estate rentals condos villas property',
    pairs: 'brick+mortar key+door home+hearth',
    purposes: `an estate agency
      a property portal
      a guide for first-time buyers
      a rental marketplace: rentals apartments condos tenants lofts
      a developer of new homes: homes houses condos lofts townhouse duplex
      a holiday-home owner: villas houses cottage chalet bungalow
      a property manager: properties estates property tenants
      a land agent: land estates farmhouse manor`,
  }),
  readCategory({
    category: 'marketing',
    style: 'general',
    fronts: 'bright bold viral clever social brand growth local signal sharp creative loud story smart',
    heads: 'marketing media ads agency campaign reach leads branding content audience copy funnel seo studio',
    singles: 'slogan billboard tagline newsletter outreach copywriter megaphone brandbook',
    brands: 'brandora reachvia marketio adlumo growthora viralio',
    locals: 'marketing branding printing seo',
    pairs: 'click+convert pitch+pixel word+image',
    purposes: `a marketing agency
      a newsletter about growth
      a brand consultancy
      an advertising platform: ads campaign reach audience billboard
      a copywriter: copy content slogan tagline copywriter
      an SEO consultancy: seo content
      a lead-generation service: leads funnel outreach
      a branding studio: branding studio media brandbook`,
  }),
  readCategory({
    category: 'logistics',
    style: 'general',
    fronts: 'swift rapid cargo global harbor express prime direct northern coastal urban green parcel overnight',
    heads: 'freight cargo logistics shipping courier delivery trucks parcel warehouse port pallet haul movers dispatch',
    singles: 'manifest waybill container forklift drayage stevedore convoy lorry',
    brands: 'shipvia cargora freightio parcelo haulix logisto',
    locals: 'couriers freight storage movers',
    pairs: 'pick+pack ship+shore rail+road',
    purposes: `a freight forwarder
      a logistics consultancy
      a marketplace for freight
      a courier service: courier delivery parcel dispatch
      a warehouse operator: warehouse pallet forklift
      a removals firm: movers haul trucks lorry
      a haulage company: trucks haul freight convoy
      a shipping line: port shipping cargo container stevedore manifest`,
  }),
  readCategory({
    category: 'education',
    style: 'civic',
    fronts: 'bright curious open early future clever language math modern campus daily chalk reading young',
    heads:
      'school academy learning tutor class lessons study campus teacher courses university homework scholar library',
    singles: 'flashcard syllabus sophomore blackboard lecture semester thesis quiz bookworm',
    brands: 'learnoria studivo eduvana tutorlia classora lernio',
    locals: 'tutors schools language_schools',
    pairs: 'chalk+board read+write book+bell',
    purposes: `an online school
      a course platform
      a resource site for teachers
      a tutoring service: tutor lessons homework study
      a language course: class lessons courses
      a homework app: homework study scholar flashcard quiz
      a university society: campus university scholar semester sophomore
      a reading club: library bookworm`,
  }),
  readCategory({
    category: 'science',
    style: 'civic',
    fronts: 'open quantum stellar lunar ocean micro orbit deep fusion genome atomic polar field nano',
    heads:
      'labs science research physics biology telescope data institute journal probe satellite chemistry experiment space',
    singles: 'isotope quasar neutrino centrifuge catalyst nebula enzyme plankton spectrum',
    brands: 'quantara biolumo orbitra genexia astralio labvia',
    locals: 'observatories science_fairs labs',
    pairs: 'star+atom cell+gene moon+tide',
    purposes: `a science magazine
      a popular-science channel
      a citizen-science project
      a research institute: research institute labs data
      a maker of instruments: telescope probe experiment centrifuge spectrum
      a space start-up: satellite space probe quasar nebula
      a biotech company: biology labs genome enzyme
      a chemistry supplier: chemistry isotope catalyst`,
  }),
  readCategory({
    category: 'energy',
    style: 'tech',
    fronts: 'solar wind green clean bright sun ocean smart future rooftop volt hydro north thermal',
    heads: 'energy power grid panels battery charge watt electrics turbine heat storage utility charging current',
    singles: 'kilowatt turbine geothermal inverter voltage dynamo biogas heatpump',
    brands: 'solvara voltio energora wattelia sunergo gridora',
    locals: 'solar electricians heat_pumps',
    pairs: 'sun+wind volt+watt heat+power',
    purposes: `a clean-energy supplier
      an energy-advice site
      an energy start-up
      a solar installer: panels energy power inverter
      a maker of batteries: battery storage
      a charging network for electric cars: charge charging electrics
      a heating engineer: heat heatpump geothermal
      a wind-farm developer: turbine grid dynamo`,
  }),
]
