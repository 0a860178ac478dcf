// Signed requests with Go 1.21 or later and its standard library. Copy the functions, or run:
//
//	go run freehold.go METHOD PATH [BODY] [IDEMPOTENCY_KEY]
//
// Settings: FREEHOLD_BASE_URL, FREEHOLD_KEY_ID, FREEHOLD_SECRET.
package main

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
)

// compare orders strings by UTF-16 code units, as the service does.
func compare(a, b string) int {
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}

// decode decodes form encoding. It leaves an invalid escape unchanged.
func decode(text string) string {
	var out []byte
	for i := 0; i < len(text); i++ {
		if text[i] == '+' {
			out = append(out, ' ')
			continue
		}
		if text[i] == '%' && i+2 < len(text) {
			if value, err := strconv.ParseUint(text[i+1:i+3], 16, 8); err == nil {
				out = append(out, byte(value))
				i += 2
				continue
			}
		}
		out = append(out, text[i])
	}
	return strings.ToValidUTF8(string(out), "\uFFFD")
}

func encode(text string) string {
	const kept = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~"
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if strings.IndexByte(kept, text[i]) >= 0 {
			out.WriteByte(text[i])
		} else {
			fmt.Fprintf(&out, "%%%02X", text[i])
		}
	}
	return out.String()
}

// CanonicalQuery decodes the pairs, sorts them by key and value, and encodes them again.
func CanonicalQuery(rawQuery string) string {
	var pairs [][2]string
	for _, part := range strings.Split(rawQuery, "&") {
		if part == "" {
			continue
		}
		key, value, _ := strings.Cut(part, "=")
		pairs = append(pairs, [2]string{decode(key), decode(value)})
	}
	sort.SliceStable(pairs, func(i, j int) bool {
		if order := compare(pairs[i][0], pairs[j][0]); order != 0 {
			return order < 0
		}
		return compare(pairs[i][1], pairs[j][1]) < 0
	})
	encoded := make([]string, len(pairs))
	for i, pair := range pairs {
		encoded[i] = encode(pair[0]) + "=" + encode(pair[1])
	}
	return strings.Join(encoded, "&")
}

// Sign returns the value of the X-Service-Signature header.
func Sign(secret, method, path, query, timestamp, nonce, body string) string {
	verb := strings.ToUpper(method)
	if verb == "GET" || verb == "HEAD" {
		body = ""
	}
	bodyHash := sha256.Sum256([]byte(body))
	lines := []string{verb, path, CanonicalQuery(query), timestamp, nonce, hex.EncodeToString(bodyHash[:])}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(strings.Join(lines, "\n")))
	return "v1=" + hex.EncodeToString(mac.Sum(nil))
}

// Request sends a signed request. target is the path with its query. body is the exact JSON text to send. Both body and
// idempotencyKey may be empty; recording an order requires a key.
func Request(baseURL, keyID, secret, method, target, body, idempotencyKey string) (*http.Response, error) {
	path, rawQuery, _ := strings.Cut(target, "?")
	query := CanonicalQuery(rawQuery)
	url := baseURL + path
	if query != "" {
		url += "?" + query
	}
	request, err := http.NewRequest(strings.ToUpper(method), url, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		return nil, err
	}
	timestamp, nonce := strconv.FormatInt(time.Now().Unix(), 10), hex.EncodeToString(random)
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if idempotencyKey != "" {
		request.Header.Set("Idempotency-Key", idempotencyKey)
	}
	request.Header.Set("X-Service-Key-Id", keyID)
	request.Header.Set("X-Service-Timestamp", timestamp)
	request.Header.Set("X-Service-Nonce", nonce)
	request.Header.Set("X-Service-Signature", Sign(secret, method, path, query, timestamp, nonce, body))
	return http.DefaultClient.Do(request)
}

func main() {
	arguments := append(os.Args[1:], "", "")
	baseURL, keyID, secret := os.Getenv("FREEHOLD_BASE_URL"), os.Getenv("FREEHOLD_KEY_ID"), os.Getenv("FREEHOLD_SECRET")
	response, err := Request(baseURL, keyID, secret, arguments[0], arguments[1], arguments[2], arguments[3])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	fmt.Println(string(text))
	if response.StatusCode >= 400 {
		os.Exit(1)
	}
}
