"""Draws training examples: a query, a name that answers it, names that only look alike, and whose it is."""
import random

FUNCTION_WORDS = set(
    'a an the of for to and or in on at with my me your our i we is are that this these those from by it its who what which how '
    'where when be as us they their his her he she you can do does not into about than then so if but any some all more most very '
    'just there here was were will would should has have had'.split()
)
ENDINGS = (
    'hub shop club pro store online world studio guide finder spot company co lab direct mart house zone expert central market '
    'depot place point works group today daily now first plus experts solutions service services app'.split()
)
BEGINNINGS = 'my the get best go easy smart top quick pro your local simply all just total prime true real'.split()
VENUES = (
    'studio,shop,store,program,service,course,app,brand,company,website,platform,center,near me,online,club,agency,school,guide,'
    'market,supplies,gear,equipment,kit,tools,tips,lessons,classes,business,startup,blog'.split(',')
)
FRAMES = [
    'store that sells {}', 'shop for {}', 'where to buy {}', 'place for {}', 'company that does {}', 'best {}', 'cheap {}',
    'looking for {}', 'help with {}', 'i need {}', 'website about {}', '{} near me', '{} online', 'good {}', 'someone who does {}',
    'app for {}', 'brand for {}', '{} business', 'everything about {}', '{} for beginners', 'new {}', '{} ideas', 'learn about {}',
    'find {}', 'professional {}',
]
# What sellers write beside a name. The engine embeds it after the name: "happy paws , pets, a brand of dog food".
DESCRIPTIONS = [
    '{name} is a natural name for {a}.', 'a clear name for {a} or {b}.', '{name} suits {a} and {b}.', 'made for {a}, broad enough for {b}.',
    'a ready-made brand for {a}.', '{a}, {b}', 'short and easy to spell, ideal for {a}.', 'perfect for {a}.', 'premium name in {a}.',
    'a coined brand name for {a}.', 'one word that anyone can spell, for {a}.', 'a great fit for anyone in {a} or {b}.', '{a}',
    'registered long ago, with visitors who look for {a}.', 'start your {a} business today.', 'memorable and brandable.',
]
MOOD_FRAMES = ['{} brand', '{} name', '{}', 'feels {}', '{} sounding', '{} company', 'something {}', '{} vibe']


def bare(text):
    """The name without what its seller wrote beside it."""
    return text.split(' , ', 1)[0]


def without_function_words(text):
    return ' '.join(word for word in text.split() if word not in FUNCTION_WORDS) or text


class Example:
    """`owner` says whose names are right as well: they never count as wrong."""

    __slots__ = ('query', 'name', 'wrong', 'owner')

    def __init__(self, query, name, wrong, owner):
        self.query, self.name, self.wrong, self.owner = query, name, wrong, owner


class Sampler:
    def __init__(self, data, seed, wrong=3, graded_splits=('encoder',), described=0.3):
        self.random = random.Random(seed)
        self.wrong, self.described = wrong, described
        self.categories, self.moods = data['categories'], data['moods']
        self.common, self.glosses, self.synonyms = data['common'], data['glosses'], data['synonyms']
        self.by_sector, self.owners = {}, {}
        for index, category in enumerate(self.categories):
            self.by_sector.setdefault(category['sector'], []).append(index)
            category['own'] = set(category['names'] + category['terms'] + category['foreignNames'])
            heads = {word for term in category['terms'] for word in term.split() if word not in FUNCTION_WORDS and len(word) > 2}
            category['heads'] = sorted(heads) or [category['name']]
            for text in category['own']:
                self.owners.setdefault(text, set()).add(('category', index))
        for index, mood in enumerate(self.moods):
            for text in mood['names']:
                self.owners.setdefault(text, set()).add(('mood', index))
        self.graded = [self.read_graded(data, one) for one in data['graded'] if one['split'] in graded_splits]
        self.graded = [one for one in self.graded if one is not None]

    @staticmethod
    def read_graded(data, query):
        if query['kind'] in ('nonsense', 'prefix', 'exact', 'tld') or not query['texts']:
            return None
        names = data['inventories'][query['collection']]
        right = [(names[domain], grade) for domain, grade in query['judgments'].items() if grade >= 2 and domain in names]
        wrong = [names[domain] for domain in query['candidates'] if query['judgments'].get(domain, 0) == 0 and domain in names]
        weak = [names[domain] for domain, grade in query['judgments'].items() if grade == 1 and domain in names]
        return {'texts': query['texts'], 'right': right, 'wrong': wrong, 'weak': weak} if right else None

    def typed(self, text):
        """As a hurried person types it."""
        r = self.random
        words = text.split()
        if len(words) > 3 and r.random() < 0.15:
            words.pop(r.randrange(len(words)))
        text = ' '.join(words)
        if r.random() < 0.04 and len(text) > 3:
            at = r.randrange(1, len(text) - 1)
            kind = r.random()
            if kind < 0.4:
                return text[:at] + text[at + 1:]
            if kind < 0.7:
                return text[:at] + text[at] + text[at:]
            return text[:at - 1] + text[at] + text[at - 1] + text[at + 1:]
        return text

    def compound(self, category):
        r = self.random
        term, kind = r.choice(category['terms']), r.random()
        if kind < 0.3:
            return term
        return f'{term} {r.choice(ENDINGS)}' if kind < 0.7 else f'{r.choice(BEGINNINGS)} {term}'

    def noise(self, category):
        """The topic's word beside any other: what hoarders register, and nobody asks for."""
        r = self.random
        head, word, kind = r.choice(category['heads']), r.choice(self.common), r.random()
        if kind < 0.45:
            return f'{head} {word}'
        return f'{word} {head}' if kind < 0.9 else f'{word} {head} {r.choice(self.common)}'

    def category(self, index):
        r, category = self.random, self.categories[index]
        kind, venue = r.random(), None
        if kind < 0.5 and category['asks']:
            query = self.typed(r.choice(r.choice(category['asks'])))
        elif kind < 0.66:
            query = without_function_words(r.choice(FRAMES).format(r.choice(category['terms'])))
        elif kind < 0.78:
            venue = r.choice(VENUES)
            query = f"{r.choice(category['terms'])} {venue}"
        elif kind < 0.86:
            query = r.choice(category['terms'])
        elif kind < 0.96 and category['foreign']:
            query = r.choice(r.choice(category['foreign']) or category['terms'])
        else:
            query = r.choice(category['names'])
        kind = r.random()
        if kind < 0.58:
            name = r.choice(category['names'])
        elif kind < 0.94 or not category['foreignNames']:
            name = self.compound(category)
        else:
            name = r.choice(category['foreignNames'])
        if r.random() < 0.1 * self.described:
            name = self.describe(r.choice(self.common), category)
        elif r.random() < self.described:
            name = self.describe(name, category)
        wrong = [self.wrong_name(category, venue) for _ in range(self.wrong)]
        return Example(query, name, wrong, ('category', index))

    def describe(self, name, category):
        """A listing as the engine embeds it when its seller gave it a category, a description, or both."""
        r = self.random
        about = lambda: r.choice(category['terms'])
        text = r.choice(DESCRIPTIONS).format(name=name, a=about(), b=about())
        kind = r.random()
        topic = r.choice([category['sector'], category['name'], about()])
        words = topic if kind < 0.25 else text if kind < 0.4 else f'{topic}, {text}'
        return f"{name} , {' '.join(words.split(' ')[:24])}"

    def wrong_name(self, category, venue):
        r, kind = self.random, self.random.random()
        near = self.by_sector[category['sector']]
        other = self.categories[r.choice(near) if r.random() < 0.7 else r.randrange(len(self.categories))]
        if venue and kind < 0.4:
            text = f"{r.choice(other['terms'])} {venue}" if other is not category else self.noise(category)
        elif kind < 0.62 and category['traps']:
            text = r.choice(category['traps'])
        elif kind < 0.82:
            text = self.noise(category)
        else:
            text = r.choice(other['names']) if other is not category else self.noise(category)
        if text in category['own']:
            text = f'{r.choice(self.common)} {r.choice(self.common)}'
        if r.random() >= self.described or other is category:
            return text
        return self.describe(text, other)

    def mood(self, index):
        r, mood = self.random, self.moods[index]
        word, owner = r.choice(mood['words']), ('mood', index)
        if r.random() < 0.5:
            query = r.choice(MOOD_FRAMES).format(word)
            wrong = [r.choice(mood['traps']) if r.random() < 0.5 else self.other_mood(index) for _ in range(self.wrong)]
            return Example(query, r.choice(mood['names']), wrong, owner)
        category = r.choice(self.categories)
        query = without_function_words(r.choice(['{} {} brand', '{} {}', '{} {} company']).format(word, r.choice(category['terms'])))
        kind = r.random()
        name = r.choice(mood['names']) if kind < 0.4 else r.choice(category['names'])
        if kind > 0.7:
            name = f"{r.choice(mood['names'])} {r.choice(category['heads'])}"
        return Example(query, name, [self.noise(category) if r.random() < 0.4 else self.other_mood(index) for _ in range(self.wrong)], owner)

    def other_mood(self, index):
        other = self.random.randrange(len(self.moods))
        return self.random.choice(self.moods[other]['names' if other != index else 'traps'])

    def gloss(self, index):
        r, gloss = self.random, self.glosses[index]
        wrong = r.sample(gloss['others'], min(2, len(gloss['others'])))
        return Example(self.typed(gloss['query']), r.choice(gloss['lemmas']), wrong, ('gloss', index))

    def synonym(self, index):
        entry = self.synonyms[index]
        return Example(entry['word'], self.random.choice(entry['near']), [], ('synonym', index))

    def graded_query(self, index):
        r, query = self.random, self.graded[index]
        right, weights = zip(*[(text, 3 if grade == 3 else 1) for text, grade in query['right']])
        wrong = [r.choice(query['wrong']) for _ in range(6)] if query['wrong'] else []
        return Example(r.choice(query['texts']), r.choices(right, weights)[0], wrong, ('graded', index))

    def graded_lists(self, size, most=12, wrong=24):
        """For each of some graded queries: a text of it, and names with what each is worth; 0 for names that were proposed and judged wrong."""
        r, lists = self.random, []
        for query in r.sample(self.graded, min(size, len(self.graded))):
            right = r.sample(query['right'], min(most, len(query['right'])))
            worth = {text: 2**grade - 1 for text, grade in right}
            worth |= {text: 1 for text in r.sample(query['weak'], min(4, len(query['weak'])))}
            worth |= {text: 0 for text in r.sample(query['wrong'], min(wrong, len(query['wrong'])))}
            known = {text for text, _ in query['right']} | set(query['weak'])
            lists.append((r.choice(query['texts']), worth, known))
        return lists

    def batch(self, source, size):
        sources = {
            'category': (self.category, self.categories),
            'mood': (self.mood, self.moods),
            'gloss': (self.gloss, self.glosses),
            'synonym': (self.synonym, self.synonyms),
            'graded': (self.graded_query, self.graded),
        }
        draw, rows = sources[source]
        return [draw(index) for index in self.random.sample(range(len(rows)), min(size, len(rows)))]
