// A webhook receiver in Go: go run receiver.go, settings SIGNING_KEY and PORT.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"
)

const toleranceSeconds = 300

var key = []byte(os.Getenv("SIGNING_KEY"))

// The same event may come twice: keep this in your database.
var seen sync.Map

type event struct {
	EventType string `json:"eventType"`
	EventID   string `json:"eventId"`
	Alert     struct {
		Name string `json:"name"`
	} `json:"alert"`
	Data struct {
		ID string `json:"id"`
	} `json:"data"`
}

// body are the bytes as they came: parsing and writing them again would change them.
func isGenuine(timestamp, signature string, body []byte) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > toleranceSeconds {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(expected), []byte(signature))
}

func receive(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if err != nil || !isGenuine(request.Header.Get("X-Webhook-Timestamp"), request.Header.Get("X-Webhook-Signature"), body) {
		response.WriteHeader(http.StatusUnauthorized)
		return
	}
	var came event
	if json.Unmarshal(body, &came) != nil {
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	// A probe of a suspended destination is an empty event: any 2xx answers it.
	if _, known := seen.LoadOrStore(came.EventID, true); came.EventID != "" && !known {
		fmt.Println(came.EventType, came.Alert.Name, came.Data.ID)
	}
	response.WriteHeader(http.StatusNoContent)
}

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "8000"
	}
	http.HandleFunc("/", receive)
	fmt.Println("listening")
	fmt.Println(http.ListenAndServe(":"+port, nil))
}
