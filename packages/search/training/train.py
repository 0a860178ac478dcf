"""Trains the encoder: python3 train.py BASE_FOLDER DATA.json.gz OUT_FOLDER [VARIANT ...]

Prints NDCG@5 of the encoder alone for every variant, averages the best with its base, and exports it as int8 ONNX.
STUDENTS="3 4" also distills it into fewer layers; CROSS=1 also trains a cross-encoder over its first eight names.
"""
import copy
import gzip
import json
import math
import os
import re
import sys
import time

import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

from sampling import Sampler, bare

DEVICE = 'cuda' if torch.cuda.is_available() else 'cpu'
MAX_TOKENS = 48
SCALE = 20
UNUSED_SETTINGS = ('_name_or_path', 'architectures', 'transformers_version', 'gradient_checkpointing', 'use_cache', 'position_embedding_type')

TABLES = {'category': 0.60, 'mood': 0.08, 'gloss': 0.27, 'synonym': 0.05}
ALL = {'category': 0.50, 'mood': 0.07, 'gloss': 0.20, 'synonym': 0.04, 'graded': 0.19}
LISTS = {'category': 0.42, 'mood': 0.07, 'gloss': 0.18, 'synonym': 0.03, 'lists': 0.30}
VARIANTS = {
    'tables': {'mix': TABLES},
    'plain': {'mix': {**ALL, 'graded': 0.35, 'category': 0.40}, 'steps': 1800, 'described': 0},
    'graded': {'mix': {**ALL, 'graded': 0.35, 'category': 0.40}, 'steps': 1800},
    'hard': {'mix': ALL, 'wrong': 6, 'steps': 1800},
    'lists': {'mix': LISTS, 'steps': 1800},
    'lists-half': {'mix': {'category': 0.30, 'mood': 0.05, 'gloss': 0.13, 'synonym': 0.02, 'lists': 0.50}, 'steps': 1800},
    'lists-wide': {'mix': LISTS, 'steps': 1800, 'batch': 384, 'rate': 5e-5},
    'lists-more': {'mix': LISTS, 'steps': 1800, 'splits': ('encoder', 'ranker')},
    'graded-more': {'mix': {**ALL, 'graded': 0.35, 'category': 0.40}, 'steps': 1800, 'splits': ('encoder', 'ranker')},
}


class Encoder:
    """The base model and its tokenizer."""

    def __init__(self, folder):
        self.folder = folder
        self.tokenizer = PreTrainedTokenizerFast(
            tokenizer_file=f'{folder}/tokenizer.json', pad_token='[PAD]', cls_token='[CLS]', sep_token='[SEP]', unk_token='[UNK]'
        )
        self.tokenizer._tokenizer.no_padding()
        self.tokenizer._tokenizer.no_truncation()

    def load(self, layers=None):
        with open(f'{self.folder}/config.json') as file:
            settings = {key: value for key, value in json.load(file).items() if key not in UNUSED_SETTINGS}
        model = BertModel(BertConfig(**settings), add_pooling_layer=False)
        weights = {re.sub(r'^(bert|0\.auto_model)\.', '', key): value.float() for key, value in load_file(f'{self.folder}/model.fp16.safetensors').items()}
        missing = model.load_state_dict(weights, strict=False).missing_keys
        assert not [key for key in missing if 'position_ids' not in key], missing
        if layers is not None:
            model.encoder.layer = torch.nn.ModuleList([model.encoder.layer[i] for i in layers])
            model.config.num_hidden_layers = len(layers)
        return model.to(DEVICE)

    def tokens(self, texts):
        found = self.tokenizer(texts, padding=True, truncation=True, max_length=MAX_TOKENS, return_tensors='pt')
        ids, mask = found['input_ids'].to(DEVICE), found['attention_mask'].to(DEVICE)
        return {'input_ids': ids, 'attention_mask': mask, 'token_type_ids': torch.zeros_like(ids)}

    def embed(self, model, texts):
        batch = self.tokens(texts)
        with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=model.training):
            hidden = model(**batch).last_hidden_state.float()
        mask = batch['attention_mask'].unsqueeze(-1).float()
        return F.normalize((hidden * mask).sum(1) / mask.sum(1), dim=-1)


def contrast(encoder, model, examples, owners):
    """Multiple negatives ranking: every other name of the batch is wrong, unless it belongs to the same owner."""
    names = [example.name for example in examples] + [text for example in examples for text in example.wrong]
    vectors = encoder.embed(model, [example.query for example in examples] + names)
    scores = vectors[: len(examples)] @ vectors[len(examples):].T * SCALE
    rows_of = {}
    for row, example in enumerate(examples):
        rows_of.setdefault(example.owner, []).append(row)
    masked = [(row, column) for column, text in enumerate(names) for owner in owners.get(bare(text), ()) for row in rows_of.get(owner, ())]
    masked += [(row, column) for column, example in enumerate(examples) for row in rows_of[example.owner]]
    same = {}
    for column, example in enumerate(examples):
        same.setdefault(example.name, []).append(column)
    masked += [(row, column) for columns in same.values() for row in columns for column in columns]
    mask = torch.zeros(scores.shape, dtype=torch.bool)
    mask[[row for row, _ in masked], [column for _, column in masked]] = True
    mask[range(len(examples)), range(len(examples))] = False
    return F.cross_entropy(scores.masked_fill(mask.to(DEVICE), -1e4), torch.arange(len(examples), device=DEVICE))


def contrast_lists(encoder, model, lists):
    """Graded queries: the softmax over all names of the batch goes towards what each name is worth to the query."""
    columns = [(row, text, value) for row, (_, worth, _) in enumerate(lists) for text, value in worth.items()]
    vectors = encoder.embed(model, [query for query, _, _ in lists] + [text for _, text, _ in columns])
    scores = vectors[: len(lists)] @ vectors[len(lists):].T * SCALE
    wanted, mask = torch.zeros(scores.shape), torch.zeros(scores.shape, dtype=torch.bool)
    for column, (row, text, value) in enumerate(columns):
        wanted[row, column] = value
        for other, (_, _, known) in enumerate(lists):
            if other != row and text in known:
                mask[other, column] = True
    wanted = (wanted / wanted.sum(1, keepdim=True)).to(DEVICE)
    return -(wanted * F.log_softmax(scores.masked_fill(mask.to(DEVICE), -1e4), dim=1)).sum(1).mean()


def schedule(optimizer, steps):
    warm = max(1, steps // 10)
    return torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1, (step + 1) / warm) * max(0, (steps - step) / steps))


def train(encoder, data, mix, steps=1400, rate=3e-5, batch=160, wrong=3, seed=1, splits=('encoder',), described=0.3):
    torch.manual_seed(seed)
    sampler = Sampler(data, seed, wrong, splits, described)
    model = encoder.load().train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.01)
    slope = schedule(optimizer, steps)
    sources, shares = zip(*mix.items())
    for _ in range(steps):
        source = sampler.random.choices(sources, shares)[0]
        if source == 'lists':
            loss = contrast_lists(encoder, model, sampler.graded_lists(40))
        else:
            loss = contrast(encoder, model, sampler.batch(source, batch), sampler.owners)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        slope.step()
    return model.eval()


# How much of the tuned weights the result has, by the depth of a weight: 0 for the embeddings, 1 for the last layer.
SHARES = {
    'x0.5': lambda depth: 0.5, 'x0.65': lambda depth: 0.65, 'x0.8': lambda depth: 0.8,
    'x0.5 to x0.9': lambda depth: 0.5 + 0.4 * depth, 'x0.9 to x0.5': lambda depth: 0.9 - 0.4 * depth,
}


def average(base, tuned, share):
    """Weights in between: what was learned, without what was forgotten."""
    before, after = base.state_dict(), tuned.state_dict()

    def mix(key):
        layer = re.search(r'layer\.(\d+)\.', key)
        part = share((int(layer.group(1)) + 1) / base.config.num_hidden_layers if layer else 0)
        return (1 - part) * before[key] + part * after[key] if before[key].is_floating_point() else before[key]

    mixed = copy.deepcopy(base)
    mixed.load_state_dict({key: mix(key) for key in before})
    return mixed.eval()


def ndcg(found, judgments):
    gain = lambda grade: 2**grade - 1
    ideal = sum(gain(grade) / math.log2(i + 2) for i, grade in enumerate(sorted(judgments.values(), reverse=True)[:5]))
    return sum(gain(judgments.get(domain, 0)) / math.log2(i + 2) for i, domain in enumerate(found[:5])) / ideal if ideal else None


@torch.no_grad()
def evaluate(encoder, model, data, label, seen=('encoder',), splits=('encoder', 'ranker', 'dev')):
    """The mean over the queries that were not learned from. The final test is not among the splits: it is for the finished engine."""
    values = {}
    for collection, names in data['inventories'].items():
        domains = list(names)
        texts = [names[domain] for domain in domains]
        vectors = torch.cat([encoder.embed(model, texts[i: i + 512]) for i in range(0, len(texts), 512)])
        for query in data['graded']:
            if query['collection'] != collection or query['split'] not in splits or not query['texts'] or query['kind'] == 'nonsense':
                continue
            best = (encoder.embed(model, query['texts']) @ vectors.T).max(0).values.topk(5).indices.tolist()
            value = ndcg([domains[i] for i in best], query['judgments'])
            if value is not None:
                parts = (f"dev {query['kind']}", f'dev in {collection}') if query['split'] == 'dev' else ()
                for key in (query['split'], *parts):
                    values.setdefault(key, []).append(value)
    means = {key: round(sum(found) / len(found), 3) for key, found in sorted(values.items())}
    print(f'{label:24s}', means, flush=True)
    clean = [value for key in splits if key not in seen for value in values.get(key, [])]
    return sum(clean) / max(1, len(clean))


# Which layers of the teacher a student begins with.
STUDENTS = {'3': [0, 2, 4], '4': [0, 1, 3, 5]}


def distill(encoder, teacher, data, layers, splits=('encoder',), steps=2200, rate=1e-4, batch=192, seed=1):
    """A student with fewer layers learns to place texts where its teacher does."""
    torch.manual_seed(seed)
    sampler = Sampler(data, seed, graded_splits=splits)
    student = encoder.load(layers).train()
    optimizer = torch.optim.AdamW(student.parameters(), lr=rate, weight_decay=0.01)
    slope = schedule(optimizer, steps)
    sources, shares = zip(*ALL.items())
    for _ in range(steps):
        examples = sampler.batch(sampler.random.choices(sources, shares)[0], batch)
        texts = [example.query for example in examples] + [example.name for example in examples]
        with torch.no_grad():
            wanted = encoder.embed(teacher, texts)
        found = encoder.embed(student, texts)
        likeness = F.mse_loss(found @ found.T, wanted @ wanted.T) * 20
        loss = (1 - (found * wanted).sum(1)).mean() + likeness + 0.1 * contrast(encoder, student, examples, sampler.owners)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(student.parameters(), 1.0)
        optimizer.step()
        slope.step()
    return student.eval()


class CrossEncoder(torch.nn.Module):
    """Reads a query and a name together."""

    def __init__(self, encoder, layers):
        super().__init__()
        self.encoder, self.model = encoder, encoder.load(layers)
        self.score = torch.nn.Linear(384, 1).to(DEVICE)

    def forward(self, queries, names):
        found = self.encoder.tokenizer(queries, names, padding=True, truncation=True, max_length=MAX_TOKENS, return_tensors='pt')
        ids, mask = found['input_ids'].to(DEVICE), found['attention_mask'].to(DEVICE)
        ends = (ids == 102).long()
        hidden = self.model(input_ids=ids, attention_mask=mask, token_type_ids=((ends.cumsum(1) - ends) >= 1).long() * mask).last_hidden_state
        weights = mask.unsqueeze(-1).to(hidden.dtype)
        return self.score((hidden * weights).sum(1) / weights.sum(1)).squeeze(-1).float()


def train_cross_encoder(encoder, data, layers, steps=1500, rate=1e-4, names=8, seed=1, splits=('encoder', 'ranker')):
    torch.manual_seed(seed)
    sampler = Sampler(data, seed, names - 1, splits)
    model = CrossEncoder(encoder, layers).train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.01)
    slope = schedule(optimizer, steps)
    for step in range(steps):
        examples = [one for one in sampler.batch('graded' if step % 2 else 'category', 64) if one.wrong]
        queries, texts = [], []
        for example in examples:
            wrong = [sampler.random.choice(example.wrong) for _ in range(names - 1)]
            queries += [example.query] * names
            texts += [example.name, *wrong]
        with torch.autocast(DEVICE, dtype=torch.bfloat16):
            scores = model(queries, texts).view(-1, names)
        loss = F.cross_entropy(scores, torch.zeros(len(scores), dtype=torch.long, device=DEVICE))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        slope.step()
    return model.eval()


@torch.no_grad()
def evaluate_cross_encoder(encoder, cross, model, data, top=8):
    """The first eight of the encoder, in the order of both scores together."""
    values = {}
    for collection, names in data['inventories'].items():
        domains = list(names)
        texts = [names[domain] for domain in domains]
        vectors = torch.cat([encoder.embed(model, texts[i: i + 512]) for i in range(0, len(texts), 512)])
        for query in data['graded']:
            if query['collection'] != collection or query['split'] != 'dev' or not query['texts'] or query['kind'] == 'nonsense':
                continue
            scores = (encoder.embed(model, query['texts']) @ vectors.T).max(0).values
            best = scores.topk(top).indices.tolist()
            read = cross([query['texts'][-1]] * top, [texts[i] for i in best])
            for weight in (0, 0.1, 0.25, 0.5, 1):
                order = (scores[best] * SCALE + weight * read).argsort(descending=True).tolist()
                value = ndcg([domains[best[i]] for i in order], query['judgments'])
                if value is not None:
                    values.setdefault(weight, []).append(value)
    print('cross-encoder over the first eight, dev by weight', {weight: round(sum(found) / len(found), 3) for weight, found in values.items()}, flush=True)


def export(model, path):
    from onnxruntime.quantization import QuantType, quantize_dynamic

    model = copy.deepcopy(model).cpu().eval()
    model.config._attn_implementation = 'eager'

    class Hidden(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.model = model

        def forward(self, ids, mask, types):
            return self.model(input_ids=ids, attention_mask=mask, token_type_ids=types).last_hidden_state

    one = torch.ones(2, 8, dtype=torch.long)
    inputs = ['input_ids', 'attention_mask', 'token_type_ids']
    axes = {name: {0: 'batch', 1: 'tokens'} for name in [*inputs, 'last_hidden_state']}
    torch.onnx.export(
        Hidden(), (one, one, one * 0), f'{path}.fp32', input_names=inputs, output_names=['last_hidden_state'], dynamic_axes=axes, opset_version=14, dynamo=False
    )
    quantize_dynamic(f'{path}.fp32', path, weight_type=QuantType.QInt8, per_channel=True, reduce_range=False)
    os.remove(f'{path}.fp32')
    print('exported', path, os.path.getsize(path), 'bytes', flush=True)


def main():
    base_folder, data_file, out, *wanted = sys.argv[1:]
    os.makedirs(out, exist_ok=True)
    with gzip.open(data_file, 'rt') as file:
        data = json.load(file)
    encoder = Encoder(base_folder)
    base = encoder.load().eval()
    print('queries', {split: sum(one['split'] == split for one in data['graded']) for split in ('encoder', 'ranker', 'dev', 'test')}, flush=True)
    evaluate(encoder, base, data, 'base')
    best = (0, None, None)
    for name in wanted or VARIANTS:
        began = time.time()
        model = train(encoder, data, **VARIANTS[name])
        evaluate(encoder, model, data, name)
        for label, share in SHARES.items():
            mixed = average(base, model, share)
            value = evaluate(encoder, mixed, data, f'{name} {label}', VARIANTS[name].get('splits', ('encoder',)))
            if value > best[0]:
                best = (value, f'{name} {label}', mixed)
        print('  seconds', round(time.time() - began), flush=True)
    print('best', best[0], best[1], flush=True)
    export(best[2], f'{out}/model.onnx')
    for count in os.environ.get('STUDENTS', '').split():
        began = time.time()
        student = distill(encoder, best[2], data, STUDENTS[count], VARIANTS[best[1].split(' ')[0]].get('splits', ('encoder',)))
        evaluate(encoder, student, data, f'student of {count} layers')
        print('  seconds', round(time.time() - began), flush=True)
        export(student, f'{out}/student-{count}.onnx')
    if os.environ.get('CROSS'):
        began = time.time()
        evaluate_cross_encoder(encoder, train_cross_encoder(encoder, data, [0, 1]), best[2], data)
        print('  seconds', round(time.time() - began), flush=True)


if __name__ == '__main__':
    main()
