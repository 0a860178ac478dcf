// Owns the words of everyday life: food, pets, children, home, garden, weddings, fashion, beauty and health.
import { type CategoryWords, readCategory } from './category-words.ts'

export const LIVING: readonly CategoryWords[] = [
  readCategory({
    category: 'food',
    style: 'retail',
    fronts: 'fresh golden rustic olive copper honey tasty hungry basil lemon spicy farm little smoky sunday',
    heads: 'kitchen table bakery bistro pantry recipes plate spoon market bites oven chef bread dinner coffee',
    singles: 'saffron cardamom focaccia brioche ladle sourdough truffle espresso picnic marmalade',
    brands: 'tastelia nomivo bakeria munchora saporia eatvio',
    locals: 'restaurants bakeries food_tours coffee pizza',
    pairs: 'salt+pepper bread+butter knife+fork bean+leaf',
    purposes: `a food blog
      a shop for fine groceries
      a catering business
      a restaurant: table bistro plate kitchen dinner chef
      a recipe site: recipes kitchen pantry spoon oven saffron cardamom ladle
      a bakery: bakery bread oven bites focaccia brioche sourdough
      a meal-kit service: dinner plate market table picnic
      a coffee roaster: coffee espresso`,
  }),
  readCategory({
    category: 'pets',
    style: 'retail',
    fronts: 'happy fluffy furry playful cozy puppy kitten loyal muddy little gentle waggy doggy feline',
    heads: 'paws pets tails whiskers kennel groomer vet leash treats companion pals bowl collars walker',
    singles: 'whiskers kennel aquarium terrier beagle parakeet catnip hamster fetch',
    brands: 'pawlio petvana furrora waggly tailoo meowka',
    locals: 'vets dog_walkers pet_sitters groomers',
    pairs: 'leash+collar paw+tail bark+purr',
    purposes: `a pet shop
      a pet-sitting platform
      a guide for new owners
      a dog-walking service: walker leash pals tails paws fetch beagle terrier
      a veterinary practice: vet pets companion
      a grooming salon: groomer whiskers paws tails
      a brand of pet food: treats bowl catnip
      a boarding kennel: kennel pals companion`,
  }),
  readCategory({
    category: 'kids',
    style: 'retail',
    fronts: 'little tiny happy curious bright giggle playful rainbow bunny bedtime wonder jolly teddy pocket',
    heads: 'toys kids steps playroom stories crayons nursery explorers blocks cradle playground puzzles baby toddlers',
    singles: 'lullaby hopscotch peekaboo playdate rattle sandbox carousel kiddo bassinet',
    brands: 'kidora toylio babyvio playmoo giggloo cribella',
    locals: 'nannies daycare kids_parties playgrounds',
    pairs: 'milk+cookies crib+cradle play+learn',
    purposes: `a blog for new parents
      a children's brand
      a play centre
      a toy shop: toys blocks puzzles playroom carousel
      a nursery: nursery toddlers kids steps
      a babysitting platform: baby toddlers playdate kiddo
      a bedtime-story app: stories lullaby
      a shop for cots and prams: cradle baby nursery bassinet rattle`,
  }),
  readCategory({
    category: 'home',
    style: 'retail',
    fronts: 'cozy oak linen nordic modern warm simple brick copper bright quiet maple tidy sunlit',
    heads: 'home sofa living interiors decor lamp furniture bedroom rug kitchens hearth curtains house shelf',
    singles: 'hearth armchair chandelier duvet loft pantry veranda hammock bookshelf quilt',
    brands: 'homelia casavio roomora livento decorya nestavio',
    locals: 'plumbers interiors cleaners handymen movers',
    pairs: 'oak+linen wool+wood brick+beam',
    purposes: `an interior designer
      a home-decor blog
      a home-furnishings shop
      a furniture maker: sofa furniture shelf bedroom armchair bookshelf
      a shop for lamps: lamp decor chandelier
      a shop for textiles: rug curtains bedroom duvet quilt
      a kitchen fitter: kitchens house living pantry
      a home-organising service: home house shelf loft`,
  }),
  readCategory({
    category: 'garden',
    style: 'retail',
    fronts: 'green wild cottage urban sunny fern rose kitchen balcony mossy secret willow country rooftop',
    heads: 'garden plants seeds blooms flowers florist nursery roots lawn herbs greenhouse soil bouquet orchard',
    singles: 'trellis compost bonsai lavender peony orchard wisteria perennial succulent',
    brands: 'plantora bloomio verdara seedly gardenio florivia',
    locals: 'florists gardeners landscaping',
    pairs: 'root+bloom seed+soil fern+flower',
    purposes: `a garden centre
      a gardening blog
      a garden designer
      a florist: flowers blooms bouquet florist peony
      a seed shop: seeds soil roots herbs compost
      a plant nursery: plants nursery greenhouse blooms succulent bonsai perennial
      a lawn-care service: lawn soil garden
      a fruit grower: orchard roots`,
  }),
  readCategory({
    category: 'wedding',
    style: 'general',
    fronts: 'forever ivory lace golden happy rustic dream garden vintage pearl elegant rose country simple',
    heads: 'wedding brides vows bouquet weddings bridal venue veil planner cake gowns rings confetti ceremony',
    singles: 'trousseau confetti bridesmaid honeymoon betrothed elopement garland chapel',
    brands: 'weddora bridelia vowly nuptia bridalina bellavow',
    locals: 'weddings bridal_wear wedding_venues photographers',
    pairs: 'ring+vow lace+pearl bride+groom',
    purposes: `a wedding planner
      a guide for couples
      a wedding photographer
      a bridal boutique: bridal brides veil gowns trousseau bridesmaid
      a wedding venue: venue ceremony weddings wedding chapel
      a cake maker: cake
      a jeweller: rings vows betrothed
      an invitation designer: vows planner confetti ceremony`,
  }),
  readCategory({
    category: 'fashion',
    style: 'retail',
    fronts: 'velvet silk urban denim classic vintage linen cotton chic bold nordic tailored ruby indigo',
    heads: 'style wardrobe boutique closet threads dress outfit shoes wear tailor apparel jackets sneakers fashion',
    singles: 'runway corduroy cashmere loafer haberdasher parasol lapel brocade stiletto',
    brands: 'modavia stylora threadly vestiqo chicora wardora',
    locals: 'fashion tailors vintage boutiques',
    pairs: 'silk+denim needle+thread hat+glove',
    purposes: `a clothing label
      an online boutique
      a fashion magazine
      a personal stylist: style wardrobe closet outfit runway
      a second-hand clothes market: closet wardrobe threads
      a shoe brand: shoes sneakers loafer stiletto
      a tailor: tailor threads haberdasher lapel
      a rental service for dresses: dress outfit`,
  }),
  readCategory({
    category: 'beauty',
    style: 'retail',
    fronts: 'pure glow rose velvet natural bare silky golden radiant lush honey soft botanic pearl',
    heads: 'beauty skin skincare lashes salon nails makeup serum spa hair glow cosmetics balm brows',
    singles: 'lipgloss mascara manicure lipstick eyeliner perfume complexion shampoo',
    brands: 'glowvia bellora dermelia lushana skinora lumibelle',
    locals: 'spas salons nails barbers makeup',
    pairs: 'rose+honey lash+brow mask+glow',
    purposes: `a beauty brand
      a cosmetics shop
      a beauty-review channel
      a skincare brand: skin skincare serum balm glow complexion
      a make-up artist: makeup lashes brows cosmetics mascara lipstick eyeliner lipgloss
      a nail studio: nails manicure
      a spa: spa glow balm
      a hairdresser: hair salon shampoo`,
  }),
  readCategory({
    category: 'health',
    style: 'civic',
    fronts: 'gentle clear family healthy calm bright whole better mind vital rural trusted caring heart',
    heads: 'health clinic care wellness therapy doctors medics dentist sleep nutrition remedy healing nurse vitamins',
    singles: 'remedy apothecary stethoscope vitality physio wellspring infirmary tonic antidote',
    brands: 'medora healvia clinexa vitalio carevana therapio',
    locals: 'dentists clinics therapists physios',
    pairs: 'mind+body heart+lung rest+heal',
    purposes: `a health-information site
      a wellness programme
      a telehealth service
      a family practice: clinic doctors medics care health
      a dentist practice: dentist
      a therapist: therapy healing wellness physio
      a sleep-tracking app: sleep
      a vitamin brand: vitamins nutrition remedy tonic vitality apothecary`,
  }),
]
